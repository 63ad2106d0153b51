package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Typed clients over HTTP against servers of Metro, the reference implementation. */
class MetroServerTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    /** Kept, so that its level stays: the service fails on purpose. */
    private static final Logger METRO = Logger.getLogger("com.sun.xml.ws.server");

    private static final BlockingQueue<String> NOTES = new LinkedBlockingQueue<>();
    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        METRO.setLevel(Level.OFF);
        metro = MetroServer.start();
        metro.publish("desk", null, new DeskBeans.DeskBean(NOTES, () -> {}));
        metro.publish("desk12", SOAPBinding.SOAP12HTTP_BINDING, new DeskBeans.DeskBean(NOTES, () -> {}));
        metro.publish("bare", null, new DeskBeans.BareBean());
        metro.publish("rpc", null, new DeskBeans.RpcBean());
    }

    @AfterAll
    static void stop() {
        metro.close();
    }

    private static Service service(String path) throws Exception {
        String address = metro.url() + path;
        return Service.create(URI.create(address + "?wsdl").toURL(), DeskByCxf.SERVICE);
    }

    private static Desk.Order order() {
        Desk.Order order = new Desk.Order();
        order.number = 42;
        order.customer = "Müller <& Co>";
        order.items.add("valve");
        return order;
    }

    private static void assertApproved(Desk.Order order) {
        assertEquals(42, order.number);
        assertEquals("Müller <& Co>", order.customer);
        assertEquals(List.of("valve", "stamp & seal"), order.items);
        assertTrue(order.approved);
    }

    @ParameterizedTest
    @ValueSource(strings = {"desk", "desk12"})
    void wrappedOperationsAreCalled(String path) throws Exception {
        Desk desk = service(path).getPort(Desk.class);
        assertEquals(5, desk.add(2, 3));
        assertEquals(
                9,
                service(path)
                        .getPort(AsyncDesk.class)
                        .addAsync(4, 5)
                        .get(20, TimeUnit.SECONDS)
                        .getSum());
        assertApproved(desk.approve(order()));
        assertNull(desk.approve(null));
        assertEquals(5000, desk.roots(5000).size());
        Holder<String> name = new Holder<>("pump");
        Holder<Integer> length = new Holder<>();
        assertEquals("pump", desk.rename(name, length));
        assertEquals("new pump", name.value);
        assertEquals(4, length.value);
        Holder<String> ticket = new Holder<>("t");
        assertEquals("nl:Ada", desk.greet("Ada", "nl", ticket));
        assertEquals("t+1", ticket.value);
        desk.note(path);
        assertEquals(path, NOTES.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void bareAndRpcStylesAreCalled() throws Exception {
        assertApproved(service("bare").getPort(DeskBeans.Bare.class).approve(order()));
        DeskBeans.Rpc rpc = service("rpc").getPort(DeskBeans.Rpc.class);
        assertArrayEquals(new String[] {"a", "b"}, rpc.sorted(new String[] {"b", "a"}));
        Holder<Integer> count = new Holder<>();
        assertApproved(rpc.approve(order(), count));
        assertEquals(1, count.value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"desk", "desk12"})
    void faultsBecomeExceptions(String path) throws Exception {
        Desk desk = service(path).getPort(Desk.class);
        Desk.Refused refused = assertThrows(Desk.Refused.class, () -> desk.refuse("late"));
        assertEquals("refused: late", refused.getMessage());
        assertEquals(7, refused.getFaultInfo().code);
        SOAPFaultException other = assertThrows(SOAPFaultException.class, () -> desk.refuse(""));
        assertEquals("nothing said", other.getFault().getFaultString());
    }

    @Test
    void addressedMessagesAreAnswered() throws Exception {
        Desk desk = service("desk").getPort(Desk.class, new AddressingFeature());
        assertEquals(5, desk.add(2, 3));
        assertEquals(
                200,
                ((BindingProvider) desk)
                        .getResponseContext()
                        .get(jakarta.xml.ws.handler.MessageContext.HTTP_RESPONSE_CODE));
    }
}
