package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.soap.jaxws.handler.LookingHandler;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.Eventually;
import dev.weir.testing.RecordedLog;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.FaultAction;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.AddressingFeature.Responses;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addressing, AddressingFeature, Action and FaultAction: in the WSDL, and in what goes over the wire at both ends. */
class AddressingTest {
    private static final String NAMESPACE = "http://test/addressing";
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final QName SERVICE = new QName(NAMESPACE, "DepotService");

    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface Depot {
        @Action(
                input = "urn:depot:take",
                output = "urn:depot:taken",
                fault = @FaultAction(className = Empty.class, value = "urn:depot:empty"))
        @WebResult(name = "taken")
        String take(@WebParam(name = "what") String what) throws Empty, Closed;

        @WebResult(name = "seen")
        String look(@WebParam(name = "what") String what) throws Closed;

        @WebMethod(action = "urn:depot:drop")
        @Oneway
        void drop(@WebParam(name = "what") String what);
    }

    public static class Shortage {
        public String what;
    }

    @WebFault(name = "Empty", targetNamespace = NAMESPACE)
    public static class Empty extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Shortage info;

        public Empty(String message, Shortage info) {
            super(message);
            this.info = info;
        }

        public Shortage getFaultInfo() {
            return info;
        }
    }

    public static class Closed extends Exception {
        private static final long serialVersionUID = 1;

        public Closed(String message) {
            super(message);
        }
    }

    @Addressing
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.AddressingTest$Depot",
            serviceName = "DepotService",
            portName = "DepotPort",
            targetNamespace = NAMESPACE)
    public static class DepotBean implements Depot {
        final BlockingQueue<String> dropped = new LinkedBlockingQueue<>();
        final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        private volatile Runnable before = () -> {};

        @Override
        public String take(String what) throws Empty, Closed {
            before.run();
            taken.add(what);
            switch (what) {
                case "nothing" -> throw new Empty("there is none", new Shortage());
                case "late" -> throw new Closed("at night");
                case "broken" -> throw new IllegalStateException("secret");
                default -> {
                    return "one " + what;
                }
            }
        }

        @Override
        public String look(String what) throws Closed {
            before.run();
            if (what.equals("late")) {
                throw new Closed("at night");
            }
            return what;
        }

        @Override
        public void drop(String what) {
            dropped.add(what);
        }
    }

    // ---------------------------------------------------------------- the WSDL

    @Test
    void theWsdlHasTheActionsThatTheInterfaceSays() throws Exception {
        try (Served depot = Served.by(new DepotBean())) {
            String wsdl = depot.wsdlText();
            assertEquals(
                    List.of(NAMESPACE + "/Depot/lookRequest", "urn:depot:take", "urn:depot:taken", "urn:depot:empty"),
                    actions(wsdl, "wsam:Action=\"([^\"]*)\""));
            assertTrue(wsdl.contains("soapAction=\"urn:depot:drop\""), wsdl);
        }
    }

    @Addressing
    @WebService(name = "Bell", targetNamespace = NAMESPACE)
    public static class BellBean {
        private final BlockingQueue<String> rung = new LinkedBlockingQueue<>();

        @Oneway
        public void ring(@WebParam(name = "what") String what) {
            rung.add(what);
        }
    }

    @Addressing
    @WebService(name = "Bell", targetNamespace = NAMESPACE)
    public interface Bell {
        @Oneway
        void ring(@WebParam(name = "what") String what);
    }

    /** CXF has a default action of its own for them; where the WSDL states one, clients of all stacks send that. */
    @Test
    void aOneWayOperationWithoutActionIsCalledByAllStacks() throws Exception {
        BellBean bean = new BellBean();
        try (Served served = Served.by(bean)) {
            assertEquals(List.of(NAMESPACE + "/Bell/ring"), actions(served.wsdlText(), "wsam:Action=\"([^\"]*)\""));
            for (jakarta.xml.ws.spi.Provider stack : List.of(
                    new WeirProvider(),
                    new com.sun.xml.ws.spi.ProviderImpl(),
                    new org.apache.cxf.jaxws.spi.ProviderImpl())) {
                stack.createServiceDelegate(served.wsdl(), new QName(NAMESPACE, "BellBeanService"), Service.class)
                        .getPort(Bell.class, new AddressingFeature(true, true))
                        .ring("by " + stack);
                assertEquals("by " + stack, bean.rung.poll(10, TimeUnit.SECONDS));
            }
            for (String action : List.of("/Bell/ring", "/Bell/ringRequest")) {
                HttpResponse<String> reply = served.post(addressed(NAMESPACE + action), call("ring", "once"));
                assertEquals(202, reply.statusCode(), reply.body());
                assertEquals("once", bean.rung.poll(10, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void theWsdlOffersAddressingWhereItIsAskedFor() throws Exception {
        String offer =
                "<wsam:Addressing xmlns:wsam=\"http://www.w3.org/2007/05/addressing/metadata\" wsp:Optional=\"true\">";
        try (Served annotated = Served.by(new DepotBean());
                Served featured = Served.by(new SilentBean(), new AddressingFeature());
                Served disabled = Served.by(new DepotBean(), new AddressingFeature(false));
                Served silent = Served.by(new SilentBean())) {
            assertTrue(annotated.wsdlText().contains(offer), annotated.wsdlText());
            assertTrue(featured.wsdlText().contains(offer), featured.wsdlText());
            assertFalse(disabled.wsdlText().contains("wsam:Addressing"), disabled.wsdlText());
            assertFalse(silent.wsdlText().contains("wsam:Addressing"), silent.wsdlText());
        }
    }

    @Test
    void theWsdlSaysWhereAnswersGo() throws Exception {
        String policy = "<wsam:Addressing xmlns:wsam=\"http://www.w3.org/2007/05/addressing/metadata\"";
        try (Served all = Served.by(new DepotBean());
                Served here = Served.by(new HereBean());
                Served elsewhere = Served.by(new ElsewhereBean());
                Served strict = Served.by(new StrictBean())) {
            assertTrue(
                    all.wsdlText().contains(policy + " wsp:Optional=\"true\"><wsp:Policy/></wsam:Addressing>"),
                    all.wsdlText());
            assertTrue(here.wsdlText().contains("<wsam:AnonymousResponses/>"), here.wsdlText());
            assertTrue(elsewhere.wsdlText().contains("<wsam:NonAnonymousResponses/>"), elsewhere.wsdlText());
            assertTrue(strict.wsdlText().contains(policy + "><wsp:Policy/></wsam:Addressing>"), strict.wsdlText());
        }
    }

    // ---------------------------------------------------------------- replies

    private static String addressed(String action) {
        return "<a:Action xmlns:a='" + WSA + "'>" + action + "</a:Action><a:MessageID xmlns:a='" + WSA
                + "'>urn:uuid:1</a:MessageID>";
    }

    private static final String TAKE = addressed("urn:depot:take");

    private static String answerTo(String header, String address) {
        return answerTo(WSA, header, address);
    }

    private static String answerTo(String version, String header, String address) {
        return "<a:" + header + " xmlns:a='" + version + "'><a:Address>" + address + "</a:Address></a:" + header + ">";
    }

    private static String call(String operation, String what) {
        return "<d:" + operation + " xmlns:d='" + NAMESPACE + "'><what>" + what + "</what></d:" + operation + ">";
    }

    private static List<String> actions(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> actions(String envelope) {
        return actions(envelope, "<wsa:Action[^>]*>([^<]*)</wsa:Action>");
    }

    static Stream<List<String>> replies() {
        return Stream.of(
                List.of("urn:depot:take", "take", "pump", "urn:depot:taken"),
                List.of("urn:depot:take", "take", "nothing", "urn:depot:empty"),
                List.of("urn:depot:take", "take", "late", NAMESPACE + "/Depot/take/Fault/Closed"),
                List.of("urn:depot:take", "take", "broken", WSA + "/fault"),
                List.of(NAMESPACE + "/Depot/lookRequest", "look", "pump", NAMESPACE + "/Depot/lookResponse"),
                List.of(NAMESPACE + "/Depot/lookRequest", "look", "late", NAMESPACE + "/Depot/look/Fault/Closed"),
                List.of("urn:any", "none", "pump", WSA + "/fault"));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void repliesAndFaultsHaveTheirActionsAndRelateToTheRequest(List<String> callAndAction) throws Exception {
        try (Served depot = Served.by(new DepotBean())) {
            HttpResponse<String> reply =
                    depot.post(addressed(callAndAction.get(0)), call(callAndAction.get(1), callAndAction.get(2)));
            assertEquals(List.of(callAndAction.get(3)), actions(reply.body()), reply.body());
            assertEquals(List.of("urn:uuid:1"), actions(reply.body(), "<wsa:RelatesTo[^>]*>([^<]*)<"), reply.body());
        }
    }

    @Test
    void aRequestWithoutAddressingIsAnsweredWithoutIt() throws Exception {
        try (Served depot = Served.by(new DepotBean())) {
            String reply = depot.post("", call("take", "pump")).body();
            assertTrue(reply.contains("<taken>one pump</taken>"), reply);
            assertFalse(reply.contains(WSA), reply);
        }
    }

    // ---------------------------------------------------------------- what is refused, and what is dropped

    /** A request of SOAP 1.1 and the code and the header of the fault that it is answered with. */
    private record Invalid(String what, String headers, String code, String problem) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Invalid> invalid() {
        String elsewhere = "http://partner.example/replies";
        String action = "<a:Action xmlns:a='" + WSA + "'>urn:depot:take</a:Action>";
        String id = "<a:MessageID xmlns:a='" + WSA + "'>urn:uuid:1</a:MessageID>";
        return Stream.of(
                new Invalid("no action", id, "MessageAddressingHeaderRequired", "Action"),
                new Invalid("no message id", action, "MessageAddressingHeaderRequired", "MessageID"),
                new Invalid("two actions", action + TAKE, "InvalidCardinality", "Action"),
                new Invalid(
                        "a reply without address",
                        TAKE + "<a:ReplyTo xmlns:a='" + WSA + "'/>",
                        "MissingAddressInEPR",
                        "ReplyTo"),
                new Invalid(
                        "a reply elsewhere",
                        TAKE + answerTo("ReplyTo", elsewhere),
                        "OnlyAnonymousAddressSupported",
                        "ReplyTo"),
                new Invalid(
                        "a fault elsewhere",
                        TAKE + answerTo("FaultTo", elsewhere),
                        "OnlyAnonymousAddressSupported",
                        "FaultTo"));
    }

    @Addressing(responses = Responses.ANONYMOUS)
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.AddressingTest$Depot",
            serviceName = "DepotService",
            portName = "DepotPort",
            targetNamespace = NAMESPACE)
    public static class HereBean extends DepotBean {}

    @ParameterizedTest
    @MethodSource("invalid")
    void aHeaderThatIsNotAsItMustBeIsAFaultThatNamesIt(Invalid invalid) throws Exception {
        try (Served depot = Served.by(new HereBean())) {
            HttpResponse<String> reply = depot.post(invalid.headers, call("take", "pump"));
            assertEquals(500, reply.statusCode());
            assertEquals(List.of(invalid.code), actions(reply.body(), "<faultcode[^>]*>ns1:([^<]*)<"), reply.body());
            // A fault about headers has its details in a header (SOAP 1.1, section 4.4).
            assertEquals(
                    List.of(invalid.problem),
                    actions(reply.body(), "<wsa:FaultDetail[^>]*><wsa:ProblemHeaderQName[^>]*>h:([^<]*)<"),
                    reply.body());
            assertFalse(reply.body().contains("<detail"), reply.body());
            assertEquals(List.of(WSA + "/fault"), actions(reply.body()), reply.body());
        }
    }

    @Test
    void anActionThatIsNotTheOperationsIsAFaultThatNamesBoth() throws Exception {
        try (Served depot = Served.by(new DepotBean())) {
            String unknown = depot.post(addressed("urn:depot:drop"), call("take", "pump"))
                    .body();
            assertTrue(unknown.contains(":ActionNotSupported<"), unknown);
            assertEquals(List.of("urn:depot:drop"), actions(unknown, "<wsa:ProblemAction[^>]*><wsa:Action>([^<]*)<"));
            assertTrue(unknown.contains("that is urn:depot:take"), unknown);
            String both = depot.postWith("SOAPAction", "\"urn:depot:drop\"", TAKE, call("take", "pump"))
                    .body();
            assertTrue(both.contains(":ActionMismatch<"), both);
            assertEquals(List.of("urn:depot:drop"), actions(both, "<wsa:SoapAction>([^<]*)<"));
            String same = depot.postWith("SOAPAction", "\"urn:depot:take\"", TAKE, call("take", "pump"))
                    .body();
            assertTrue(same.contains("<taken>one pump</taken>"), same);
        }
    }

    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.AddressingTest$Depot",
            serviceName = "DepotService",
            portName = "DepotPort",
            targetNamespace = NAMESPACE)
    public static class SilentDepotBean extends DepotBean {}

    @Test
    void anEndpointThatSaysNothingOfAddressingIsNotStrictButAnswersNobodyElsewhere() throws Exception {
        String soap12 = "http://www.w3.org/2003/05/soap-envelope";
        try (Served depot = Served.publish(
                new WeirProvider().createEndpoint(SOAPBinding.SOAP12HTTP_BINDING, new SilentDepotBean()))) {
            String reply =
                    depot.post12(addressed("urn:any"), call("take", "pump")).body();
            assertTrue(reply.contains("<taken>one pump</taken>"), reply);
            HttpResponse<String> refused =
                    depot.post12(TAKE + answerTo("ReplyTo", "http://partner.example/replies"), call("take", "pump"));
            assertEquals(400, refused.statusCode());
            assertTrue(
                    refused.body()
                            .matches("(?s).*<env:Value>env:Sender</env:Value><env:Subcode><env:Value[^>]*>"
                                    + "ns1:InvalidAddressingHeader</env:Value><env:Subcode><env:Value[^>]*>"
                                    + "ns2:OnlyAnonymousAddressSupported</env:Value></env:Subcode></env:Subcode>.*"
                                    + "<env:Detail><wsa:ProblemHeaderQName[^>]*>h:ReplyTo<.*"),
                    refused.body());
            assertTrue(refused.body().contains(soap12), refused.body());
        }
    }

    @Test
    void theSubmissionOf2004HasItsOwnFault() throws Exception {
        String old = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
        try (Served depot = Served.by(new HereBean())) {
            String refused = depot.post(
                            answerTo(old, "ReplyTo", "http://partner.example/replies"), call("take", "pump"))
                    .body();
            assertTrue(refused.contains(":InvalidMessageInformationHeader<"), refused);
            assertTrue(refused.contains("must be anonymous"), refused);
        }
    }

    @Test
    void aReplyToNobodyIsDroppedAndTheOperationRuns() throws Exception {
        DepotBean bean = new HereBean();
        try (Served depot = Served.by(bean)) {
            for (String what : List.of("pump", "nothing")) {
                HttpResponse<String> reply = depot.post(TAKE + answerTo("ReplyTo", WSA + "/none"), call("take", what));
                assertEquals(202, reply.statusCode());
                assertEquals("", reply.body());
                assertEquals(what, bean.taken.poll());
            }
        }
    }

    @Test
    void anEndpointThatDisablesAddressingPassesItOverUnlessItMustBeUnderstood() throws Exception {
        try (Served depot = Served.by(new DepotBean(), new AddressingFeature(false))) {
            String reply = depot.post(
                            TAKE + answerTo("ReplyTo", "http://partner.example/replies"), call("take", "pump"))
                    .body();
            assertTrue(reply.contains("<taken>one pump</taken>"), reply);
            assertFalse(reply.contains(WSA), reply);
            String refused = depot.post(
                            "<a:Action xmlns:a='" + WSA + "' s:mustUnderstand='1'>urn:depot:take</a:Action>",
                            call("take", "pump"))
                    .body();
            assertTrue(refused.contains("MustUnderstand"), refused);
        }
    }

    @Addressing(required = true)
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.AddressingTest$Depot",
            serviceName = "DepotService",
            portName = "DepotPort",
            targetNamespace = NAMESPACE)
    public static class StrictBean extends DepotBean {}

    @Test
    void anEndpointThatRequiresAddressingRefusesRequestsWithoutIt() throws Exception {
        DepotBean bean = new StrictBean();
        try (Served depot = Served.by(bean)) {
            String refused = depot.post("", call("take", "pump")).body();
            assertTrue(refused.contains(":MessageAddressingHeaderRequired<"), refused);
            assertEquals(null, bean.taken.poll());
            assertTrue(depot.post(TAKE, call("take", "pump")).body().contains("<taken>one pump</taken>"));
        }
    }

    // ---------------------------------------------------------------- replies that go elsewhere

    /** A server at an address for replies: what comes is kept, and answered with a status. */
    private static final class Mailbox implements AutoCloseable {
        private final HttpServer http;
        private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
        private final Set<String> connections = ConcurrentHashMap.newKeySet();

        Mailbox(int status) throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", exchange -> {
                String path = exchange.getRequestURI().getPath();
                String action = exchange.getRequestHeaders().getFirst("SOAPAction");
                connections.add(String.valueOf(exchange.getRequestHeaders().getFirst("Connection")));
                letters.add(path + " " + action + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            });
            http.start();
        }

        String address(String path) {
            return "http://127.0.0.1:" + http.getAddress().getPort() + path;
        }

        String letter() throws InterruptedException {
            return String.valueOf(letters.poll(20, TimeUnit.SECONDS));
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }

    /** An endpoint whose replies may go to this machine, which no stranger could have them sent to otherwise. */
    private static Served answeringHere(Object implementor, WebServiceFeature... features) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor, features);
        endpoint.getProperties().put(WeirEndpoint.REPLY_ADDRESSES, "127.0.0.1, localhost");
        return Served.publish(endpoint);
    }

    /** Nobody would send it again if it met a kept connection that its listener is just closing. */
    @Test
    void eachReplyGoesByAConnectionOfItsOwn() throws Exception {
        try (Mailbox mailbox = new Mailbox(202);
                Served depot = answeringHere(new DepotBean())) {
            depot.post(TAKE + answerTo("ReplyTo", mailbox.address("/replies")), call("take", "pump"));
            assertTrue(mailbox.letter().contains("one pump"));
            assertEquals(Set.of("close"), mailbox.connections);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WSA, "http://schemas.xmlsoap.org/ws/2004/08/addressing"})
    void aReplyGoesToTheAddressAndCarriesItsParameters(String version) throws Exception {
        try (Mailbox mailbox = new Mailbox(202);
                Served depot = answeringHere(new DepotBean())) {
            String replyTo = "<a:ReplyTo><a:Address>" + mailbox.address("/replies") + "</a:Address>"
                    + "<a:ReferenceParameters><t:ticket xmlns:t='urn:t'>7</t:ticket></a:ReferenceParameters></a:ReplyTo>";
            HttpResponse<String> answer = depot.post(
                    TAKE.replace(WSA, version) + replyTo.replaceFirst(">", " xmlns:a='" + version + "'>"),
                    call("take", "pump"));

            assertEquals(202, answer.statusCode());
            assertEquals("", answer.body());
            String reply = mailbox.letter();
            assertTrue(reply.startsWith("/replies \"\" "), reply);
            assertTrue(reply.contains("<taken>one pump</taken>"), reply);
            assertEquals(List.of("urn:depot:taken"), actions(reply), reply);
            assertEquals(List.of("urn:uuid:1"), actions(reply, "<wsa:RelatesTo[^>]*>([^<]*)<"), reply);
            assertEquals(List.of(mailbox.address("/replies")), actions(reply, "<wsa:To[^>]*>([^<]*)<"), reply);
            assertEquals(List.of("7"), actions(reply, "<t:ticket[^>]*>([^<]*)<"), reply);
            assertEquals(version.equals(WSA), reply.contains(":IsReferenceParameter=\"true\""), reply);
            assertTrue(reply.contains("\"" + version + "\""), reply);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "broken"})
    void aFaultGoesToFaultToElseToReplyTo(String what) throws Exception {
        try (Mailbox mailbox = new Mailbox(202);
                Served depot = answeringHere(new DepotBean())) {
            String replyTo = answerTo("ReplyTo", mailbox.address("/replies"));
            String action = what.equals("nothing") ? "urn:depot:empty" : WSA + "/fault";

            depot.post(TAKE + replyTo + answerTo("FaultTo", mailbox.address("/faults")), call("take", what));
            String fault = mailbox.letter();
            assertTrue(fault.startsWith("/faults "), fault);
            assertEquals(List.of(action), actions(fault), fault);
            assertEquals(List.of("urn:uuid:1"), actions(fault, "<wsa:RelatesTo[^>]*>([^<]*)<"), fault);

            assertEquals(202, depot.post(TAKE + replyTo, call("take", what)).statusCode());
            String other = mailbox.letter();
            assertTrue(other.startsWith("/replies "), other);
            assertTrue(other.contains("<faultcode>"), other);
        }
    }

    @Test
    void whatIsToComeOnTheConnectionComesThere() throws Exception {
        try (Mailbox mailbox = new Mailbox(202);
                Served depot = answeringHere(new DepotBean())) {
            String faultTo = answerTo("FaultTo", mailbox.address("/faults"));
            assertTrue(depot.post(TAKE + faultTo, call("take", "pump")).body().contains("<taken>one pump</taken>"));
            HttpResponse<String> accepted = depot.post(TAKE + faultTo, call("take", "nothing"));
            assertEquals(202, accepted.statusCode());
            assertTrue(mailbox.letter().contains("there is none"));
            // A request that is refused runs nothing, and its sender hears of it at once.
            String refused =
                    depot.post(TAKE + faultTo, call("take", "pump") + "<more/>").body();
            assertTrue(refused.contains("<faultstring>"), refused);
        }
    }

    @Addressing
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.AddressingTest$Depot",
            serviceName = "DepotService",
            portName = "DepotPort",
            targetNamespace = NAMESPACE)
    public static class PatientBean extends DepotBean {
        private final CountDownLatch go = new CountDownLatch(1);

        @Override
        public String look(String what) {
            try {
                return what + go.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void theSenderDoesNotWaitForTheOperation() throws Exception {
        PatientBean bean = new PatientBean();
        try (Mailbox mailbox = new Mailbox(200);
                Served depot = answeringHere(bean)) {
            HttpResponse<String> answer = depot.post(
                    addressed(NAMESPACE + "/Depot/lookRequest") + answerTo("ReplyTo", mailbox.address("/")),
                    call("look", "pump"));
            assertEquals(202, answer.statusCode());
            bean.go.countDown();
            assertTrue(mailbox.letter().contains("<seen>pumptrue</seen>"));
        }
    }

    @Test
    void anAddressThatOnlyThisMachineReachesIsRefusedUnlessItIsListed() throws Exception {
        DepotBean bean = new DepotBean();
        try (Served depot = Served.by(bean)) {
            for (String address : List.of("http://127.0.0.1:1/", "http://localhost/", "ftp://public.example/", "a b")) {
                String refused = depot.post(TAKE + answerTo("ReplyTo", address), call("take", "pump"))
                        .body();
                assertTrue(refused.contains(":InvalidAddress<"), refused);
                assertTrue(refused.contains("has an address that is refused: " + address), refused);
            }
            assertEquals(null, bean.taken.poll());
        }
        Endpoint endpoint = new WeirProvider().createEndpoint(null, bean);
        endpoint.getProperties().put(WeirEndpoint.REPLY_ADDRESSES, "10.0.0.0/99");
        String refused = assertThrows(InterfaceException.class, () -> endpoint.publish("http://127.0.0.1:0/d"))
                .getMessage();
        assertTrue(refused.contains(WeirEndpoint.REPLY_ADDRESSES + ": 10.0.0.0/99"), refused);
    }

    @Test
    void aReplyThatDoesNotGetThereIsInTheLogWithItsAddress() throws Exception {
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.step.ExchangePipeline");
                Mailbox mailbox = new Mailbox(404);
                Served depot = answeringHere(new DepotBean())) {
            depot.post(TAKE + answerTo("ReplyTo", mailbox.address("/gone")), call("take", "pump"));
            Eventually.eventually("the log has an entry", () -> !log.messages().isEmpty());
            assertEquals(
                    "the reply of service {" + NAMESPACE
                            + "}DepotService to the message urn:uuid:1 could not be delivered to "
                            + mailbox.address("/gone") + ": HTTP status 404",
                    log.messages().get(0));
        }
    }

    @Test
    void anEndpointThatAnswersElsewhereOnlyRefusesTheConnection() throws Exception {
        try (Mailbox mailbox = new Mailbox(202);
                Served depot =
                        answeringHere(new DepotBean(), new AddressingFeature(true, false, Responses.NON_ANONYMOUS))) {
            for (String headers : List.of(TAKE, TAKE + answerTo("ReplyTo", WSA + "/anonymous"))) {
                String refused = depot.post(headers, call("take", "pump")).body();
                assertTrue(refused.contains(":OnlyNonAnonymousAddressSupported<"), refused);
            }
            depot.post(TAKE + answerTo("ReplyTo", mailbox.address("/")), call("take", "pump"));
            assertTrue(mailbox.letter().contains("<taken>one pump</taken>"));
        }
    }

    @Test
    void anEndpointWithHandlersAnswersOnTheConnectionOnly() throws Exception {
        Endpoint handled = new WeirProvider().createEndpoint(null, new DepotBean());
        handled.getBinding().setHandlerChain(List.of(new LookingHandler()));
        try (Served depot = Served.publish(handled)) {
            String refused = depot.post(
                            TAKE + answerTo("ReplyTo", "http://partner.example/replies"), call("take", "pump"))
                    .body();
            assertTrue(refused.contains(":OnlyAnonymousAddressSupported<"), refused);
            assertTrue(depot.wsdlText().contains("<wsam:AnonymousResponses/>"), depot.wsdlText());
        }
        Endpoint elsewhere = new WeirProvider().createEndpoint(null, new ElsewhereBean());
        elsewhere.getBinding().setHandlerChain(List.of(new LookingHandler()));
        String refused = assertThrows(InterfaceException.class, () -> elsewhere.publish("http://127.0.0.1:0/d"))
                .getMessage();
        assertTrue(refused.contains("Addressing.responses NON_ANONYMOUS"), refused);
    }

    /** CXF's client loses a reply that it reads before it has done with the 202, whoever sends them. */
    private static void afterTheAcknowledgement() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClientOfCxfWithAnEndpointForRepliesGetsThemThere() throws Exception {
        DepotBean bean = new DepotBean();
        bean.before = AddressingTest::afterTheAcknowledgement;
        try (Served served = answeringHere(bean)) {
            Depot depot = new org.apache.cxf.jaxws.spi.ProviderImpl()
                    .createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                    .getPort(new QName(NAMESPACE, "DepotPort"), Depot.class, new AddressingFeature());
            HTTPConduit conduit = (HTTPConduit) ClientProxy.getClient(depot).getConduit();
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setDecoupledEndpoint("http://localhost:" + dev.weir.testing.FreePort.next() + "/replies");
            conduit.setClient(policy);
            assertEquals("one pump", depot.take("pump"));
            assertEquals("pump", depot.look("pump"));
            assertEquals(
                    "there is none",
                    assertThrows(Empty.class, () -> depot.take("nothing")).getMessage());
        }
    }

    // ---------------------------------------------------------------- requests

    /** A server that keeps the last request and answers as the test has set. */
    private static final class Recorder implements AutoCloseable {
        private final HttpServer http;
        private volatile String request = "";
        private volatile String answer =
                Served.envelope("", "<d:takeResponse xmlns:d='" + NAMESPACE + "'><taken>it</taken></d:takeResponse>");
        private volatile int status = 200;

        Recorder() throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", exchange -> {
                request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
                exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            http.start();
        }

        <T> T client(Class<T> type, WebServiceFeature... features) {
            T port = new WeirProvider()
                    .createServiceDelegate(null, SERVICE, Service.class)
                    .getPort(type, features);
            ((BindingProvider) port)
                    .getRequestContext()
                    .put(
                            BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
                            "http://127.0.0.1:" + http.getAddress().getPort() + "/");
            return port;
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }

    @Test
    void requestsHaveTheActionOfTheAnnotationThenOfSoapActionThenTheDefault() throws Exception {
        try (Recorder server = new Recorder()) {
            Depot depot = server.client(Depot.class, new AddressingFeature());
            assertEquals("it", depot.take("pump"));
            assertEquals(List.of("urn:depot:take"), actions(server.request));
            assertEquals(
                    List.of(WSA + "/anonymous"),
                    actions(server.request, "<wsa:ReplyTo[^>]*><wsa:Address>([^<]*)<"),
                    server.request);
            assertEquals(
                    1,
                    actions(server.request, "<wsa:MessageID[^>]*>(urn:uuid:[^<]*)<")
                            .size(),
                    server.request);
            server.answer = Served.envelope("", "<d:lookResponse xmlns:d='" + NAMESPACE + "'/>");
            depot.look("pump");
            assertEquals(List.of(NAMESPACE + "/Depot/lookRequest"), actions(server.request));
            server.answer = "";
            server.status = 202;
            depot.drop("pump");
            assertEquals(List.of("urn:depot:drop"), actions(server.request));
            assertFalse(server.request.contains("ReplyTo"), server.request);
        }
    }

    @Addressing
    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface AddressedDepot {
        @WebResult(name = "taken")
        String take(@WebParam(name = "what") String what);
    }

    @Addressing(required = true)
    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface StrictDepot {
        @WebResult(name = "taken")
        String take(@WebParam(name = "what") String what);
    }

    @Addressing(enabled = false, required = true)
    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface PlainDepot {
        @WebResult(name = "taken")
        String take(@WebParam(name = "what") String what);
    }

    @Test
    void aClientUsesAddressingByAnnotationUnlessTheFeatureSaysOtherwise() throws Exception {
        try (Recorder server = new Recorder()) {
            server.client(AddressedDepot.class).take("pump");
            assertTrue(server.request.contains(WSA), server.request);
            server.client(AddressedDepot.class, new AddressingFeature(false)).take("pump");
            assertFalse(server.request.contains(WSA), server.request);
            server.client(PlainDepot.class).take("pump");
            assertFalse(server.request.contains(WSA), server.request);
            server.client(PlainDepot.class, new AddressingFeature(true)).take("pump");
            assertTrue(server.request.contains(WSA), server.request);
        }
    }

    @Test
    void aClientUsesTheActionsOfTheWsdlWhereItsInterfaceSaysNone() throws Exception {
        try (Served depot = Served.by(new DepotBean())) { // which takes no other action than its own
            assertEquals("one pump", depot.client(SERVICE, AddressedDepot.class).take("pump"));
        }
    }

    @Test
    void aClientThatRequiresAddressingRefusesAnAnswerWithoutIt() throws Exception {
        try (Recorder server = new Recorder()) {
            StrictDepot annotated = server.client(StrictDepot.class);
            AddressedDepot featured = server.client(AddressedDepot.class, new AddressingFeature(true, true));
            for (String refused : List.of(
                    assertThrows(WebServiceException.class, () -> annotated.take("pump"))
                            .getMessage(),
                    assertThrows(WebServiceException.class, () -> featured.take("pump"))
                            .getMessage())) {
                assertTrue(refused.contains("AddressingFeature.required"), refused);
            }
            server.answer = Served.envelope(
                    addressed("urn:depot:taken"),
                    "<d:takeResponse xmlns:d='" + NAMESPACE + "'><taken>it</taken></d:takeResponse>");
            assertEquals("it", annotated.take("pump"));
            assertEquals("it", featured.take("pump"));
        }
    }

    @Test
    void whatAClientCannotDoIsRefusedByName() throws Exception {
        try (Recorder server = new Recorder()) {
            String responses = assertThrows(
                            WebServiceException.class,
                            () -> server.client(
                                    Depot.class, new AddressingFeature(true, false, Responses.NON_ANONYMOUS)))
                    .getMessage();
            assertTrue(responses.contains("NON_ANONYMOUS"), responses);
            var delegate = new WeirProvider().createServiceDelegate(null, SERVICE, Service.class);
            QName port = new QName(NAMESPACE, "DepotPort");
            delegate.addPort(port, null, "http://127.0.0.1/");
            String dispatch = assertThrows(
                            WebServiceException.class,
                            () -> delegate.createDispatch(
                                    port, Source.class, Service.Mode.PAYLOAD, new AddressingFeature(true, true)))
                    .getMessage();
            assertTrue(dispatch.contains("AddressingFeature.required"), dispatch);
        }
    }

    // ---------------------------------------------------------------- both ends, and the peers

    static Stream<List<Object>> clients() {
        return Stream.of(
                List.of("Weir", new WeirProvider()),
                List.of("CXF", new org.apache.cxf.jaxws.spi.ProviderImpl()),
                List.of("Metro", new com.sun.xml.ws.spi.ProviderImpl()));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void clientsWithAddressingOfThreeStacksAreServed(List<Object> nameAndProvider) throws Exception {
        DepotBean bean = new DepotBean();
        try (MetroServer metro = MetroServer.start();
                Served served = Served.by(bean)) {
            Depot depot = ((jakarta.xml.ws.spi.Provider) nameAndProvider.get(1))
                    .createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                    .getPort(new QName(NAMESPACE, "DepotPort"), Depot.class, new AddressingFeature());
            assertEquals("one pump", depot.take("pump"));
            assertEquals("pump", depot.look("pump"));
            assertEquals(
                    "there is none",
                    assertThrows(Empty.class, () -> depot.take("nothing")).getMessage());
            if (!nameAndProvider.get(0).equals("CXF")) { // which reads no exception without a fault bean here
                assertEquals(
                        "at night",
                        assertThrows(Closed.class, () -> depot.look("late")).getMessage());
            }
            depot.drop("pump");
            assertEquals("pump", bean.dropped.poll(20, TimeUnit.SECONDS));
            assertTrue(metro.url().startsWith("http"));
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aClientThatRequiresAddressingGetsItFromOtherStacks(String server) throws Exception {
        try (MetroServer metro = MetroServer.start()) {
            jakarta.xml.ws.Endpoint cxf = null;
            String address;
            if (server.equals("Metro")) {
                address = metro.publish("depot", null, new DepotBean());
            } else {
                address = "http://localhost:" + dev.weir.testing.FreePort.next() + "/depot";
                cxf = new org.apache.cxf.jaxws.spi.ProviderImpl().createAndPublishEndpoint(address, new DepotBean());
            }
            try {
                Depot depot = new WeirProvider()
                        .createServiceDelegate(
                                java.net.URI.create(address + "?wsdl").toURL(), SERVICE, Service.class)
                        .getPort(Depot.class, new AddressingFeature(true, true));
                assertEquals("one pump", depot.take("pump"));
                assertEquals(
                        "there is none",
                        assertThrows(Empty.class, () -> depot.take("nothing")).getMessage());
            } finally {
                if (cxf != null) {
                    cxf.stop();
                }
            }
        }
    }

    static Stream<String> servers() {
        return Stream.of("CXF", "Metro");
    }

    // ---------------------------------------------------------------- what endpoints refuse

    @Addressing(responses = Responses.NON_ANONYMOUS)
    @WebService(targetNamespace = NAMESPACE)
    static class ElsewhereBean {
        public void a() {}
    }

    @WebService(targetNamespace = NAMESPACE)
    static class SilentBean {
        public void a() {}
    }

    @Addressing
    @WebServiceProvider
    static class AddressedProvider implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    @WebServiceProvider
    static class SilentProvider implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    private record Refused(Object implementor, String reason, WebServiceFeature... features) {}

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused(new AddressedProvider(), "Addressing with WebServiceProvider"),
                new Refused(
                        new SilentProvider(), "AddressingFeature with WebServiceProvider", new AddressingFeature()));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatAnEndpointCannotDoIsRefusedByName(Refused refused) {
        String reason = assertThrows(
                        InterfaceException.class,
                        () -> new WeirProvider().createEndpoint(null, refused.implementor, refused.features))
                .getMessage();
        assertTrue(reason.contains(refused.reason), reason);
    }

    @Test
    void aDisabledFeatureIsNoRequestAndCountsBeforeTheAnnotation() throws Exception {
        for (Object implementor : List.of(new SilentBean(), new ElsewhereBean())) {
            try (Served silent = Served.by(implementor, new AddressingFeature(false, true, Responses.NON_ANONYMOUS))) {
                String reply = silent.post("", "<a xmlns='" + NAMESPACE + "'/>").body();
                assertTrue(reply.contains("aResponse"), reply);
            }
        }
        try (Served provider = Served.by(new AddressedProvider(), new AddressingFeature(false))) {
            assertEquals(200, provider.post("", "<a/>").statusCode());
        }
    }
}
