package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.xml.ws.developer.ValidationErrorHandler;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.greeter.GreeterPort;
import dev.weir.soap.jaxws.endpoint.greeter.Person;
import dev.weir.soap.jaxws.feature.SchemaValidation;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXParseException;

/** Messages that do not fit the schemas of the WSDL. */
class SchemaValidationTest {
    private static final String VALID = "<t:person age='36'>\n<t:name>Ada</t:name>\n</t:person>";
    private static final String NAMELESS = "<t:person age='36'>\n</t:person>";

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class Plain implements GreeterPort {
        @Override
        public String greet(Person person) {
            return "nothing".equals(person.getName()) ? null : "Hello " + person.getName();
        }
    }

    @SchemaValidation
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class Strict extends Plain {}

    private static HttpResponse<String> greet(Endpoint endpoint, String content) throws Exception {
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:t='urn:test:greeter:types'>\n<s:Body>\n<t:greet>" + content
                + "</t:greet></s:Body></s:Envelope>";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS)))
                                .header("Content-Type", "text/xml")
                                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static Endpoint publish(Object implementor, Object property) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
        if (property != null) {
            endpoint.setProperties(new HashMap<>(Map.of("schema-validation-enabled", property)));
        }
        endpoint.publish("http://127.0.0.1:0/greeter");
        return endpoint;
    }

    @Test
    void aRequestThatIsNotValidIsTheSendersFaultWithItsPlace() throws Exception {
        Endpoint endpoint = publish(new Strict(), null);
        try {
            assertEquals(200, greet(endpoint, VALID).statusCode());
            HttpResponse<String> refused = greet(endpoint, NAMELESS);
            assertEquals(500, refused.statusCode());
            assertTrue(refused.body().contains("Client"), refused.body());
            assertTrue(refused.body().contains("cvc-complex-type"), refused.body());
            assertTrue(refused.body().contains("line 4"), refused.body());
            assertFalse(refused.body().contains("reference"), refused.body());
            HttpResponse<String> wrongType = greet(endpoint, "<t:person age='old'><t:name>Ada</t:name></t:person>");
            assertTrue(wrongType.body().contains("line 3"), wrongType.body());
            HttpResponse<String> more = greet(endpoint, VALID + "</t:greet><t:greet>" + VALID);
            assertTrue(more.body().contains("one child at most"), more.body());
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void aReplyThatIsNotValidIsNotSent() throws Exception {
        Endpoint endpoint = publish(new Strict(), null);
        try {
            HttpResponse<String> reply = greet(endpoint, "<t:person><t:name>nothing</t:name></t:person>");
            assertEquals(500, reply.statusCode());
            assertTrue(reply.body().contains("Server"), reply.body());
            assertFalse(reply.body().contains("cvc-"), reply.body());
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void cxfsPropertySaysWhichMessages() throws Exception {
        String nothing = "<t:person><t:name>nothing</t:name></t:person>";
        for (Map.Entry<Object, int[]> known : Map.of(
                        (Object) true,
                        new int[] {500, 500},
                        "BOTH",
                        new int[] {500, 500},
                        "IN",
                        new int[] {500, 200},
                        "OUT",
                        new int[] {200, 500},
                        "false",
                        new int[] {200, 200})
                .entrySet()) {
            Endpoint endpoint = publish(new Plain(), known.getKey());
            try {
                int[] seen = {
                    greet(endpoint, NAMELESS).statusCode(),
                    greet(endpoint, nothing).statusCode()
                };
                assertEquals(
                        Arrays.toString(known.getValue()),
                        Arrays.toString(seen),
                        known.getKey().toString());
            } finally {
                endpoint.stop();
            }
        }
        InterfaceException refused = assertThrows(InterfaceException.class, () -> publish(new Plain(), "sometimes"));
        assertTrue(refused.getMessage().contains("sometimes"), refused.getMessage());
    }

    @org.apache.cxf.annotations.SchemaValidation(type = SchemaValidationType.IN)
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class ForCxf extends Plain {}

    @com.sun.xml.ws.developer.SchemaValidation(inbound = false)
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class ForMetro extends Plain {}

    /** Forgives what it is told of. */
    public static class Forgiving extends ValidationErrorHandler {
        @Override
        public void warning(SAXParseException problem) {}

        @Override
        public void error(SAXParseException problem) {}

        @Override
        public void fatalError(SAXParseException problem) {}
    }

    @com.sun.xml.ws.developer.SchemaValidation(handler = Forgiving.class)
    @WebService(targetNamespace = "urn:test:greeter")
    static class ForgivingService {
        public String say(String text) {
            return text;
        }
    }

    @Test
    void annotationsOfCxfAndMetroSayTheSame() throws Exception {
        String nothing = "<t:person><t:name>nothing</t:name></t:person>";
        Endpoint cxf = publish(new ForCxf(), null);
        Endpoint metro = publish(new ForMetro(), null);
        Endpoint property = publish(new ForMetro(), "IN");
        try {
            assertEquals(500, greet(cxf, NAMELESS).statusCode());
            assertEquals(200, greet(cxf, nothing).statusCode());
            assertEquals(200, greet(metro, NAMELESS).statusCode());
            assertEquals(500, greet(metro, nothing).statusCode());
            assertEquals(500, greet(property, NAMELESS).statusCode());
            assertEquals(200, greet(property, nothing).statusCode());
        } finally {
            cxf.stop();
            metro.stop();
            property.stop();
        }
        InterfaceException refused =
                assertThrows(InterfaceException.class, () -> publish(new ForgivingService(), null));
        assertTrue(
                refused.getMessage().contains("handler of com.sun.xml.ws.developer.SchemaValidation"),
                refused.getMessage());
    }

    /** Made from Java: the schemas are generated, two of one namespace among them. */
    @SchemaValidation
    @MTOM
    @WebService(targetNamespace = "urn:test:vault")
    public static class Vault {
        @XmlMimeType("application/octet-stream")
        public byte[] keep(@XmlElement(required = true) byte[] data, int copies) {
            return copies > 0 ? data : new byte[0];
        }
    }

    /** As its clients see it. */
    @WebService(targetNamespace = "urn:test:vault", name = "Vault")
    public interface VaultPort {
        @XmlMimeType("application/octet-stream")
        byte[] keep(@XmlElement(required = true) byte[] data, int copies);
    }

    @Test
    void generatedSchemasAndAttachmentsAreValidatedToo() throws Exception {
        Endpoint endpoint = publish(new Vault(), null);
        try {
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            byte[] data = new byte[100_000];
            Arrays.fill(data, (byte) 7);
            for (boolean mtom : new boolean[] {true, false}) {
                VaultPort vault = new WeirProvider()
                        .createServiceDelegate(
                                URI.create(address + "?wsdl").toURL(),
                                new QName("urn:test:vault", "VaultService"),
                                Service.class)
                        .getPort(VaultPort.class, new MTOMFeature(mtom));
                long packed = SoapTraffic.sent(Encoding.MTOM);
                assertEquals(100_000, vault.keep(data, 1).length);
                assertEquals(mtom ? 2 : 1, SoapTraffic.sent(Encoding.MTOM) - packed, "replies have parts always");
                assertThrows(WebServiceException.class, () -> vault.keep(null, 1));
            }
        } finally {
            endpoint.stop();
        }
    }

    /** What a call carries in its header, there and back. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "ticket", namespace = "urn:test:gate")
    public static class Ticket {
        @XmlElement(required = true)
        public String seat;

        @XmlAttribute(required = true)
        public Integer row;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "closed", namespace = "urn:test:gate")
    public static class Closed {
        @XmlElement(required = true)
        public String until;

        public Closed() {}

        Closed(String until) {
            this.until = until;
        }
    }

    @WebFault(name = "closed", targetNamespace = "urn:test:gate")
    public static class ClosedException extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Closed info;

        public ClosedException(String message, Closed info) {
            super(message);
            this.info = info;
        }

        public Closed getFaultInfo() {
            return info;
        }
    }

    /** With a header block and a fault. */
    @WebService(targetNamespace = "urn:test:gate", name = "Gate")
    public interface GatePort {
        @WebResult(name = "said")
        String enter(
                @WebParam(name = "how") String how,
                @WebParam(name = "ticket", targetNamespace = "urn:test:gate", header = true, mode = Mode.INOUT)
                        Holder<Ticket> ticket)
                throws ClosedException;
    }

    @SchemaValidation
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.SchemaValidationTest$GatePort",
            targetNamespace = "urn:test:gate",
            serviceName = "GateService")
    static class Gate implements GatePort {
        @Override
        public String enter(String how, Holder<Ticket> ticket) throws ClosedException {
            switch (how) {
                case "late" -> throw new ClosedException("too late", new Closed("noon"));
                case "never" -> throw new ClosedException("never", new Closed(null));
                case "torn" -> ticket.value.seat = null;
                default -> {}
            }
            return "in";
        }
    }

    private static final String TICKET = "<g:ticket xmlns:g='urn:test:gate' s:mustUnderstand='1' row='3'>%s</g:ticket>";
    private static final String SEATED = String.format(TICKET, "<seat>B</seat>");

    private static HttpResponse<String> enter(Served gate, String header, String how) throws Exception {
        return gate.post(header, "<g:enter xmlns:g='urn:test:gate'><how>" + how + "</how></g:enter>");
    }

    @Test
    void headerBlocksOfTheInterfaceAreValidatedBothWays() throws Exception {
        try (Served gate = Served.by(new Gate())) {
            HttpResponse<String> good = enter(gate, SEATED, "walking");
            assertEquals(200, good.statusCode(), good.body());
            assertTrue(good.body().contains("row=\"3\""), good.body());
            HttpResponse<String> seatless = enter(gate, String.format(TICKET, ""), "walking");
            assertTrue(seatless.body().contains("Client"), seatless.body());
            assertTrue(seatless.body().contains("Header {urn:test:gate}ticket is not valid"), seatless.body());
            assertTrue(seatless.body().contains("'{seat}' is expected"), seatless.body());
            HttpResponse<String> wrongRow = enter(gate, SEATED.replace("'3'", "'third'"), "walking");
            assertTrue(wrongRow.body().contains("cvc-datatype-valid"), wrongRow.body());
            assertTrue(wrongRow.body().contains(", at /g:ticket"), wrongRow.body());
            HttpResponse<String> others = enter(gate, SEATED + "<other xmlns='urn:x'/>", "walking");
            assertEquals(200, others.statusCode(), others.body());
            HttpResponse<String> torn = enter(gate, SEATED, "torn");
            assertTrue(torn.body().contains("Server"), torn.body());
            assertFalse(torn.body().contains("row="), torn.body());
        }
    }

    @Test
    void aDeclaredFaultThatIsNotValidIsNotSent() throws Exception {
        try (Served gate = Served.by(new Gate())) {
            HttpResponse<String> late = enter(gate, SEATED, "late");
            assertTrue(late.body().contains("noon"), late.body());
            HttpResponse<String> never = enter(gate, SEATED, "never");
            assertEquals(500, never.statusCode());
            assertFalse(never.body().contains("detail"), never.body());
            assertTrue(never.body().contains("reference"), never.body());
        }
    }

    @SchemaValidation
    @WebService
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    static class Rpc {
        public String say(String text) {
            return text;
        }
    }

    @Test
    void rpcStyleIsRefusedByName() {
        InterfaceException refused = assertThrows(InterfaceException.class, () -> publish(new Rpc(), null));
        assertTrue(refused.getMessage().contains("SchemaValidation"), refused.getMessage());
        assertTrue(refused.getMessage().contains("rpc"), refused.getMessage());
    }
}
