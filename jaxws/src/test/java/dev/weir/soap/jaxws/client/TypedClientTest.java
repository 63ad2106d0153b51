package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import jakarta.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Typed clients over HTTP against servers of CXF. */
@Tag("jdk")
class TypedClientTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static DeskByCxf server;

    @BeforeAll
    static void start() {
        server = new DeskByCxf();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Service service(String path) {
        return Service.create(server.wsdl(path), DeskByCxf.SERVICE);
    }

    private static Desk desk() {
        return service("desk").getPort(Desk.class);
    }

    private static Map<String, Object> request(Object port) {
        return ((BindingProvider) port).getRequestContext();
    }

    private static Map<String, Object> response(Object port) {
        return ((BindingProvider) port).getResponseContext();
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

    // ---------------------------------------------------------------- calls

    @ParameterizedTest
    @ValueSource(strings = {"desk", "desk12"})
    void operationsAreCalledInBothVersions(String path) {
        Desk desk = service(path).getPort(Desk.class);
        assertEquals(5, desk.add(2, 3));
        assertApproved(desk.approve(order()));
        assertNull(desk.approve(null));
        List<Double> roots = desk.roots(5000);
        assertEquals(5000, roots.size());
        assertEquals(Math.sqrt(4999), roots.get(4999));
    }

    @Test
    void holdersTakeWhatComesBack() {
        Holder<String> name = new Holder<>("pump");
        Holder<Integer> length = new Holder<>();
        assertEquals("pump", desk().rename(name, length));
        assertEquals("new pump", name.value);
        assertEquals(4, length.value);
    }

    @Test
    void whoDoesNotWantAValueBackGivesNoHolderForIt() {
        Holder<String> name = new Holder<>("pump");
        assertEquals("pump", desk().rename(name, null));
        assertEquals("new pump", name.value);
        Holder<Integer> length = new Holder<>();
        assertNull(desk().rename(null, length));
        assertEquals(0, length.value);
    }

    @Test
    void parametersTravelAsHeaderBlocks() {
        Holder<String> ticket = new Holder<>("t");
        assertEquals("nl:Ada", desk().greet("Ada", "nl", ticket));
        assertEquals("t+1", ticket.value);
    }

    @Test
    void bareAndRpcStylesAreCalled() {
        assertApproved(service("bare").getPort(DeskBeans.Bare.class).approve(order()));
        DeskBeans.Rpc rpc = service("rpc").getPort(DeskBeans.Rpc.class);
        assertArrayEquals(new String[] {"a", "b"}, rpc.sorted(new String[] {"b", "a"}));
        Holder<Integer> count = new Holder<>();
        assertApproved(rpc.approve(order(), count));
        assertEquals(1, count.value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"desk", "desk12"})
    void faultsBecomeExceptions(String path) {
        Desk desk = service(path).getPort(Desk.class);
        Desk.Refused refused = assertThrows(Desk.Refused.class, () -> desk.refuse("late"));
        assertEquals("refused: late", refused.getMessage());
        assertEquals("late", refused.getFaultInfo().why);
        assertEquals(7, refused.getFaultInfo().code);
        assertEquals(500, response(desk).get(MessageContext.HTTP_RESPONSE_CODE));
        SOAPFaultException other = assertThrows(SOAPFaultException.class, () -> desk.refuse(""));
        assertEquals("nothing said", other.getFault().getFaultString());
        assertEquals(
                path.equals("desk") ? "Server" : "Receiver",
                other.getFault().getFaultCodeAsQName().getLocalPart());
    }

    @Test
    void oneWayRequestsReturnWithoutAnAnswer() throws Exception {
        desk().note("once");
        assertEquals("once", server.notes.poll(1, TimeUnit.MINUTES));
    }

    // ---------------------------------------------------------------- asynchronous

    @Test
    void asynchronousCallsArePolled() throws Exception {
        Response<Desk.AddResponse> response =
                service("desk").getPort(AsyncDesk.class).addAsync(4, 5);
        assertEquals(9, response.get(20, TimeUnit.SECONDS).getSum());
        assertTrue(response.isDone());
        assertEquals(200, response.getContext().get(MessageContext.HTTP_RESPONSE_CODE));
    }

    @Test
    void asynchronousCallsCallBackOnTheServicesExecutor() throws Exception {
        Service service = service("desk");
        service.setExecutor(task -> new Thread(task, "executor of the test").start());
        CompletableFuture<String> answer = new CompletableFuture<>();
        service.getPort(AsyncDesk.class).addAsync(6, 7, response -> {
            try {
                answer.complete(response.get().getSum() + " on "
                        + Thread.currentThread().getName());
            } catch (InterruptedException | ExecutionException e) {
                answer.completeExceptionally(e);
            }
        });
        assertEquals("13 on executor of the test", answer.get(20, TimeUnit.SECONDS));
    }

    @Test
    void asynchronousFailuresAreTheCauseOfTheExecutionException() throws Exception {
        AsyncDesk desk = service("desk").getPort(AsyncDesk.class);
        request(desk).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, server.address("nowhere"));
        ExecutionException failed =
                assertThrows(ExecutionException.class, () -> desk.addAsync(1, 1).get(20, TimeUnit.SECONDS));
        assertInstanceOf(WebServiceException.class, failed.getCause());
        assertTrue(
                failed.getCause().getMessage().contains("HTTP status 4"),
                failed.getCause().getMessage());
    }

    @Test
    void anExecutorThatRefusesWorkIsTheCauseOfTheFailure() throws Exception {
        Service service = service("desk");
        service.setExecutor(task -> {
            throw new RejectedExecutionException("full");
        });
        ExecutionException failed = assertThrows(
                ExecutionException.class,
                () -> service.getPort(AsyncDesk.class).addAsync(1, 1).get(20, TimeUnit.SECONDS));
        assertInstanceOf(RejectedExecutionException.class, failed.getCause());
    }

    @Test
    void threadsShareAProxy() throws Exception {
        Desk desk = desk();
        List<CompletableFuture<Integer>> sums = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int i = 0; i < 200; i++) {
                int number = i;
                sums.add(CompletableFuture.supplyAsync(() -> desk.add(number, number), threads));
            }
            for (int i = 0; i < sums.size(); i++) {
                assertEquals(2 * i, sums.get(i).get(60, TimeUnit.SECONDS));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    // ---------------------------------------------------------------- services and ports

    @Test
    void portsComeFromTheDescription() {
        Service service = service("desk");
        assertEquals(DeskByCxf.SERVICE, service.getServiceName());
        List<QName> ports = new ArrayList<>();
        for (Iterator<QName> all = service.getPorts(); all.hasNext(); ) {
            ports.add(all.next());
        }
        assertEquals(List.of(DeskByCxf.PORT), ports);
        assertEquals(3, service.getPort(DeskByCxf.PORT, Desk.class).add(1, 2));
        WebServiceException none = assertThrows(
                WebServiceException.class, () -> service.getPort(new QName(Desk.NAMESPACE, "None"), Desk.class));
        assertTrue(none.getMessage().contains("DeskPort"), none.getMessage());
        WebServiceException wrong =
                assertThrows(WebServiceException.class, () -> service.getPort(DeskBeans.Bare.class));
        assertTrue(wrong.getMessage().contains("{urn:desk}Bare"), wrong.getMessage());
    }

    @Test
    void aServiceThatIsNotInTheDescriptionIsRefusedWithThoseThatAre() {
        WebServiceException refused = assertThrows(
                WebServiceException.class,
                () -> Service.create(server.wsdl("desk"), new QName(Desk.NAMESPACE, "Other")));
        assertTrue(refused.getMessage().contains("DeskService"), refused.getMessage());
    }

    @Test
    void portsAreAddedWithoutADescription() {
        Service service = Service.create(new QName(Desk.NAMESPACE, "Mine"));
        QName port = new QName(Desk.NAMESPACE, "Here");
        service.addPort(port, SOAPBinding.SOAP12HTTP_BINDING, server.address("desk12"));
        assertEquals(3, service.getPort(port, Desk.class).add(1, 2));
        assertThrows(WebServiceException.class, () -> service.addPort(port, null, "http://localhost/"));
        assertThrows(
                WebServiceException.class,
                () -> service.addPort(
                        new QName("x"), jakarta.xml.ws.http.HTTPBinding.HTTP_BINDING, "http://localhost/"));
    }

    @Test
    void aPortWithoutAnAddressNamesTheProperty() {
        Desk desk = Service.create(DeskByCxf.SERVICE).getPort(Desk.class);
        WebServiceException missing = assertThrows(WebServiceException.class, () -> desk.add(1, 1));
        assertTrue(missing.getMessage().contains(BindingProvider.ENDPOINT_ADDRESS_PROPERTY), missing.getMessage());
        request(desk).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, server.address("desk"));
        assertEquals(2, desk.add(1, 1));
    }

    @Test
    void proxiesAreObjectsOfTheirOwn() {
        Service service = service("desk");
        Desk one = service.getPort(Desk.class);
        Desk two = service.getPort(Desk.class);
        assertNotSame(request(one), request(two));
        assertEquals(one, one);
        assertEquals(Set.of(one, two).size(), 2);
        assertTrue(one.toString().contains("DeskPort"));
        SOAPBinding binding = (SOAPBinding) ((BindingProvider) one).getBinding();
        assertEquals(SOAPBinding.SOAP11HTTP_BINDING, binding.getBindingID());
        assertTrue(binding.getHandlerChain().isEmpty());
    }

    // ---------------------------------------------------------------- properties

    @Test
    void theOperationsActionIsSentUnlessAnotherOneIsGiven() {
        Desk desk = desk();
        desk.add(1, 1);
        assertEquals(List.of("\"urn:desk#add\""), server.fields.get("SOAPAction"));
        Desk plain = Service.create(DeskByCxf.SERVICE).getPort(Desk.class);
        request(plain).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, server.address("desk"));
        plain.add(1, 1);
        assertEquals(List.of("\"urn:desk#add\""), server.fields.get("SOAPAction"));
    }

    @Test
    void credentialsAndFieldsAreSent() {
        Desk desk = desk();
        request(desk).put(BindingProvider.USERNAME_PROPERTY, "Aladdin");
        request(desk).put(BindingProvider.PASSWORD_PROPERTY, "open sesame");
        request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-Trace", List.of("7")));
        desk.add(1, 1);
        assertEquals(List.of("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), server.fields.get("Authorization"));
        assertEquals(List.of("7"), server.fields.get("X-Trace"));
        assertEquals(200, response(desk).get(MessageContext.HTTP_RESPONSE_CODE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.xml.ws.client.receiveTimeout",
                "com.sun.xml.ws.request.timeout",
                "javax.xml.ws.client.receiveTimeout"
            })
    void timeoutsHaveTheNamesOfCxfAndMetro(String property) throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Desk desk = desk();
            request(desk)
                    .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:" + silent.getLocalPort() + "/");
            request(desk).put(property, 200);
            WebServiceException late = assertThrows(WebServiceException.class, () -> desk.add(1, 1));
            assertInstanceOf(SocketTimeoutException.class, late.getCause());
        }
    }

    @Test
    void aServerThatIsNotThereIsAConnectException() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        Desk desk = desk();
        request(desk).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:" + port + "/");
        request(desk).put("jakarta.xml.ws.client.connectionTimeout", "4000");
        WebServiceException failed = assertThrows(WebServiceException.class, () -> desk.add(1, 1));
        assertInstanceOf(ConnectException.class, failed.getCause());
    }

    @Test
    void whatIsNotSupportedIsRefusedByName() {
        Desk desk = desk();
        request(desk).put("com.sun.xml.ws.transport.https.client.SSLSocketFactory", "x");
        WebServiceException factory = assertThrows(WebServiceException.class, () -> desk.add(1, 1));
        assertTrue(factory.getMessage().contains("SSLSocketFactory"), factory.getMessage());
    }

    // ---------------------------------------------------------------- addressing and references

    @Test
    void addressedMessagesAreAnswered() {
        Desk desk = service("desk").getPort(Desk.class, new AddressingFeature());
        assertEquals(5, desk.add(2, 3));
    }

    @Test
    void endpointReferencesLeadToPorts() {
        Desk desk = desk();
        W3CEndpointReference own = ((BindingProvider) desk).getEndpointReference(W3CEndpointReference.class);
        assertEquals(3, service("desk").getPort(own, Desk.class).add(1, 2));
        W3CEndpointReference made = new W3CEndpointReferenceBuilder()
                .address(server.address("desk"))
                .serviceName(DeskByCxf.SERVICE)
                .endpointName(DeskByCxf.PORT)
                .build();
        assertEquals(4, made.getPort(Desk.class).add(1, 3));
    }
}
