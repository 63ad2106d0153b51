package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.annotation.PostConstruct;
import jakarta.jws.HandlerChain;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handlers of clients: their order and their returns as section 9.3 of the specification has them. */
class HandlerTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    /** What handlers of this test have been asked, in order. */
    private static final List<String> SEEN = new ArrayList<>();

    private static DeskByCxf server;

    @BeforeAll
    static void start() {
        server = new DeskByCxf();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    /** What a handler does beside noting that it was asked. */
    private interface Doing<C extends MessageContext> {
        boolean handle(C context, boolean outbound);
    }

    private static String direction(MessageContext context) {
        return Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) ? "out" : "in";
    }

    private record Logical(String name, Doing<LogicalMessageContext> doing)
            implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            SEEN.add(name + " " + direction(context));
            return doing.handle(context, direction(context).equals("out"));
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            SEEN.add(name + " fault " + direction(context));
            return true;
        }

        @Override
        public void close(MessageContext context) {
            SEEN.add(name + " close");
        }
    }

    private record Soap(String name, Doing<SOAPMessageContext> doing) implements SOAPHandler<SOAPMessageContext> {
        @Override
        public Set<QName> getHeaders() {
            return Set.of();
        }

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            SEEN.add(name + " " + direction(context));
            return doing.handle(context, direction(context).equals("out"));
        }

        @Override
        public boolean handleFault(SOAPMessageContext context) {
            SEEN.add(name + " fault " + direction(context));
            return true;
        }

        @Override
        public void close(MessageContext context) {
            SEEN.add(name + " close");
        }
    }

    private static Logical logical(String name) {
        return new Logical(name, (context, outbound) -> true);
    }

    private static Soap soap(String name) {
        return new Soap(name, (context, outbound) -> true);
    }

    @SuppressWarnings("rawtypes") // declared so by the standard
    private static Desk desk(Handler... handlers) {
        Desk desk = Service.create(server.wsdl("desk"), DeskByCxf.SERVICE).getPort(Desk.class);
        ((BindingProvider) desk).getBinding().setHandlerChain(Arrays.asList(handlers));
        return desk;
    }

    // ---------------------------------------------------------------- order

    @Test
    void logicalHandlersAreOutsideOfThoseOfSoap() {
        Desk desk = desk(soap("s1"), logical("l1"), soap("s2"), logical("l2"));
        assertEquals(5, desk.add(2, 3));
        assertEquals(
                List.of(
                        "l1 out",
                        "l2 out",
                        "s1 out",
                        "s2 out",
                        "s2 in",
                        "s1 in",
                        "l2 in",
                        "l1 in",
                        "s2 close",
                        "s1 close",
                        "l2 close",
                        "l1 close"),
                SEEN);
    }

    @Test
    void aFaultOfTheServicePassesHandleFault() {
        Desk desk = desk(logical("l"), soap("s"));
        assertThrows(Desk.Refused.class, () -> desk.refuse("late"));
        assertEquals(List.of("l out", "s out", "s fault in", "l fault in", "s close", "l close"), SEEN);
    }

    @Test
    void oneWayMessagesPassOutwardsOnly() throws Exception {
        desk(logical("l"), soap("s")).note("handled");
        assertEquals("handled", server.notes.poll(20, TimeUnit.SECONDS));
        assertEquals(List.of("l out", "s out", "s close", "l close"), SEEN);
    }

    // ---------------------------------------------------------------- messages

    @Test
    void soapHandlersChangeTheMessage() {
        Desk desk = desk(new Soap("s", (context, outbound) -> {
            try {
                SOAPMessage message = context.getMessage();
                if (outbound) {
                    message.getSOAPBody().getElementsByTagName("a").item(0).setTextContent("40");
                } else {
                    message.getSOAPBody().getElementsByTagName("sum").item(0).setTextContent("7");
                }
            } catch (SOAPException e) {
                throw new WebServiceException(e);
            }
            return true;
        }));
        assertEquals(7, desk.add(2, 3));
    }

    @Test
    void soapHandlersAddHeaderBlocksThatTheServiceReads() {
        Desk desk = desk(new Soap("s", (context, outbound) -> {
            if (outbound) {
                try {
                    var header = context.getMessage().getSOAPHeader();
                    if (header == null) {
                        header =
                                context.getMessage().getSOAPPart().getEnvelope().addHeader();
                    }
                    header.addHeaderElement(new QName(Desk.NAMESPACE, "language", "d"))
                            .addTextNode("fr");
                } catch (SOAPException e) {
                    throw new WebServiceException(e);
                }
            }
            return true;
        }));
        assertEquals("fr:Ada", desk.greet("Ada", null, new jakarta.xml.ws.Holder<>("t")));
    }

    @Test
    void logicalHandlersChangeThePayload() {
        Desk desk = desk(new Logical("l", (context, outbound) -> {
            Source payload = context.getMessage().getPayload();
            assertTrue(payload != null);
            if (outbound) {
                context.getMessage()
                        .setPayload(new StreamSource(
                                new StringReader("<d:add xmlns:d=\"urn:desk\"><a>10</a><b>20</b></d:add>")));
            }
            return true;
        }));
        assertEquals(30, desk.add(2, 3));
    }

    @Test
    void logicalHandlersSeeObjects() throws Exception {
        JAXBContext context = JAXBContext.newInstance(Desk.Add.class, Desk.AddResponse.class);
        Desk desk = desk(new Logical("l", (message, outbound) -> {
            if (outbound) {
                Desk.Add add = (Desk.Add) message.getMessage().getPayload(context);
                add.setA(add.getA() * 100);
                message.getMessage().setPayload(add, context);
            } else {
                Desk.AddResponse answer =
                        (Desk.AddResponse) message.getMessage().getPayload(context);
                answer.setSum(answer.getSum() + 1);
                message.getMessage().setPayload(answer, context);
            }
            return true;
        }));
        assertEquals(204, desk.add(2, 3));
    }

    // ---------------------------------------------------------------- reversal

    @Test
    void falseMakesTheMessageTheAnswer() {
        Desk desk = desk(
                logical("l"),
                new Logical("turns", (context, outbound) -> {
                    context.getMessage()
                            .setPayload(new StreamSource(new StringReader(
                                    "<d:addResponse xmlns:d=\"urn:desk\"><sum>99</sum></d:addResponse>")));
                    return false;
                }),
                soap("s"));
        assertEquals(99, desk.add(2, 3));
        assertEquals(List.of("l out", "turns out", "l in", "turns close", "l close"), SEEN);
    }

    @Test
    void aProtocolExceptionBecomesAFaultForTheHandlersBefore() {
        Desk desk = desk(logical("l"), new Soap("refuses", (context, outbound) -> {
            throw new ProtocolException("not today");
        }));
        SOAPFaultException fault = assertThrows(SOAPFaultException.class, () -> desk.add(2, 3));
        assertEquals("not today", fault.getFault().getFaultString());
        assertEquals(List.of("l out", "refuses out", "l fault in", "refuses close", "l close"), SEEN);
    }

    @Test
    void aSoapFaultOfAHandlerKeepsItsCode() {
        Desk desk = desk(new Logical("refuses", (context, outbound) -> {
            try {
                throw new SOAPFaultException(SOAPFactory.newInstance()
                        .createFault("later", new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client", "s")));
            } catch (SOAPException e) {
                throw new WebServiceException(e);
            }
        }));
        SOAPFaultException fault = assertThrows(SOAPFaultException.class, () -> desk.add(2, 3));
        assertEquals("Client", fault.getFault().getFaultCodeAsQName().getLocalPart());
        assertEquals("later", fault.getFault().getFaultString());
    }

    @Test
    void otherExceptionsEndTheCall() {
        Desk desk = desk(logical("l"), new Soap("breaks", (context, outbound) -> {
            throw new IllegalStateException("broken");
        }));
        assertEquals(
                "broken",
                assertThrows(IllegalStateException.class, () -> desk.add(2, 3)).getMessage());
        assertEquals(List.of("l out", "breaks out", "breaks close", "l close"), SEEN);
    }

    // ---------------------------------------------------------------- properties

    @Test
    void propertiesPassBetweenHandlersAndToTheProgramByScope() {
        Desk desk = desk(
                new Logical("l", (context, outbound) -> {
                    if (outbound) {
                        assertEquals("given", context.get("of.the.program"));
                        assertEquals(MessageContext.Scope.APPLICATION, context.getScope("of.the.program"));
                        context.put("between.handlers", 1);
                        context.put("for.the.program", 2);
                        context.setScope("for.the.program", MessageContext.Scope.APPLICATION);
                    }
                    return true;
                }),
                new Soap("s", (context, outbound) -> {
                    assertEquals(1, context.get("between.handlers"));
                    assertEquals(MessageContext.Scope.HANDLER, context.getScope("between.handlers"));
                    assertEquals(DeskByCxf.PORT, context.get(MessageContext.WSDL_PORT));
                    assertEquals(new QName(Desk.NAMESPACE, "add"), context.get(MessageContext.WSDL_OPERATION));
                    return true;
                }));
        ((BindingProvider) desk).getRequestContext().put("of.the.program", "given");
        desk.add(2, 3);
        assertEquals(2, ((BindingProvider) desk).getResponseContext().get("for.the.program"));
        assertNull(((BindingProvider) desk).getResponseContext().get("between.handlers"));
        assertEquals(200, ((BindingProvider) desk).getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE));
    }

    @Test
    void aHandlerMaySetTheAddress() {
        Desk desk = desk(new Soap("s", (context, outbound) -> {
            context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, server.address("desk"));
            return true;
        }));
        ((BindingProvider) desk)
                .getRequestContext()
                .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:1/none");
        assertEquals(5, desk.add(2, 3));
    }

    // ---------------------------------------------------------------- where they come from

    @Test
    void aResolverGivesTheHandlersOfEachPort() {
        Service service = Service.create(server.wsdl("desk"), DeskByCxf.SERVICE);
        service.setHandlerResolver(port -> {
            SEEN.add(port.getServiceName().getLocalPart() + " "
                    + port.getPortName().getLocalPart() + " " + port.getBindingID());
            return new ArrayList<>(List.of(logical("resolved")));
        });
        assertEquals(5, service.getPort(Desk.class).add(2, 3));
        assertEquals(
                List.of(
                        "DeskService DeskPort http://schemas.xmlsoap.org/wsdl/soap/http",
                        "resolved out",
                        "resolved in",
                        "resolved close"),
                SEEN);
        Dispatch<Source> dispatch = service.createDispatch(DeskByCxf.PORT, Source.class, Service.Mode.PAYLOAD);
        assertEquals(1, dispatch.getBinding().getHandlerChain().size());
    }

    /** A generated service, with the handlers of a file. */
    @HandlerChain(file = "handlers.xml")
    public static class AnnotatedService extends Service {
        public AnnotatedService(URL wsdl) {
            super(wsdl, DeskByCxf.SERVICE);
        }
    }

    /** Named in the file. */
    public static class FromFile implements LogicalHandler<LogicalMessageContext> {
        private String made = "not constructed";

        @PostConstruct
        public void construct() {
            made = "constructed";
        }

        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            SEEN.add(made + " " + direction(context));
            return true;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    @Test
    void aFileNamesTheHandlersOfPortsByPattern() {
        assertEquals(
                5, new AnnotatedService(server.wsdl("desk")).getPort(Desk.class).add(2, 3));
        assertEquals(List.of("constructed out", "constructed in"), SEEN);
    }
}
