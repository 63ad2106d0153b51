package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.RecordedLog;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointContext;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.spi.Invoker;
import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.spi.http.HttpHandler;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods and properties of Endpoint: each works, or says by name that it does not. */
class EndpointMethodsTest {
    private static final String NAMESPACE = "urn:test:methods";

    @WebService(name = "Echo", targetNamespace = NAMESPACE)
    public interface Echo {
        @WebResult(name = "text")
        String echo(@WebParam(name = "text") String text);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.EndpointMethodsTest$Echo",
            targetNamespace = NAMESPACE,
            serviceName = "EchoService",
            portName = "EchoPort")
    public static class EchoBean implements Echo {
        @Override
        public String echo(String text) {
            return text;
        }
    }

    private static Endpoint endpoint() {
        return new WeirProvider().createEndpoint(null, new EchoBean());
    }

    // ---------------------------------------------------------------- what is refused

    /** A context of a container that has none of its own. */
    private static final class Context extends HttpContext {
        @Override
        public void setHandler(HttpHandler handler) {
            throw new IllegalStateException("never called");
        }

        @Override
        public String getPath() {
            return "/";
        }

        @Override
        public Object getAttribute(String name) {
            return null;
        }

        @Override
        public Set<String> getAttributeNames() {
            return Set.of();
        }
    }

    private static final class Calls extends Invoker {
        @Override
        public void inject(WebServiceContext context) {}

        @Override
        public Object invoke(Method method, Object... arguments) {
            return null;
        }
    }

    private static final class Neighbours extends EndpointContext {
        @Override
        public Set<Endpoint> getEndpoints() {
            return Set.of();
        }
    }

    private record Refused(String name, Executable call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused(Context.class.getName(), () -> endpoint().publish(new Context())),
                new Refused("java.lang.Integer", () -> endpoint().publish((Object) 8080)),
                new Refused(
                        "metadata",
                        () -> endpoint().setMetadata(List.of(new StreamSource(new StringReader("<definitions/>"))))),
                new Refused("setEndpointContext", () -> endpoint().setEndpointContext(new Neighbours())),
                new Refused("Invoker", () -> new WeirProvider().createEndpoint(null, EchoBean.class, new Calls())));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotSupportedIsRefusedByName(Refused refused) {
        String reason =
                assertThrows(UnsupportedOperationException.class, refused.call).getMessage();
        assertTrue(reason.contains(refused.name), reason);
    }

    @Test
    void theContextOfTheJdksServerIsRefusedByName() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            Object context = server.createContext("/echo");
            String reason = assertThrows(
                            UnsupportedOperationException.class,
                            () -> endpoint().publish(context))
                    .getMessage();
            assertTrue(reason.contains("HttpContext"), reason);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void noMetadataIsNothingToRefuse() throws Exception {
        Endpoint endpoint = endpoint();
        endpoint.setMetadata(null);
        endpoint.setMetadata(List.of());
        assertNull(endpoint.getMetadata());
        try (Served served = Served.publish(endpoint)) {
            assertEquals(1, served.endpoint().getMetadata().size());
        }
    }

    // ---------------------------------------------------------------- properties

    @Test
    void theServiceAndPortOfTheWsdlAreThoseOfTheProperties() throws Exception {
        Endpoint endpoint = endpoint();
        endpoint.setProperties(new HashMap<>(Map.of(
                Endpoint.WSDL_SERVICE,
                new QName(NAMESPACE, "OtherService"),
                Endpoint.WSDL_PORT,
                new QName(NAMESPACE, "OtherPort"))));
        try (Served served = Served.publish(endpoint)) {
            String wsdl = served.wsdlText();
            assertTrue(wsdl.contains("<wsdl:service name=\"OtherService\">"), wsdl);
            assertTrue(wsdl.contains("<wsdl:port name=\"OtherPort\""), wsdl);
            assertEquals(
                    "a",
                    served.client(new QName(NAMESPACE, "OtherService"), Echo.class)
                            .echo("a"));
        }
    }

    static Stream<Map<String, Object>> wrongValues() {
        return Stream.of(
                Map.of(Endpoint.WSDL_SERVICE, "OtherService"),
                Map.of(Endpoint.WSDL_PORT, "OtherPort"),
                Map.of(WeirEndpoint.WSDL_LOCATION, 7),
                Map.of("attachment-max-size", "much"),
                Map.of("attachment-memory-threshold", -1),
                Map.of("schema-validation-enabled", "perhaps"),
                Map.of("org.apache.cxf.fastinfoset.enabled", "perhaps"));
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void aValueOfTheWrongTypeIsRefusedByThePropertysName(Map<String, Object> property) {
        Endpoint endpoint = endpoint();
        endpoint.setProperties(property);
        String reason = assertThrows(InterfaceException.class, () -> endpoint.publish("http://127.0.0.1:0/wrong"))
                .getMessage();
        assertTrue(reason.contains(property.keySet().iterator().next()), reason);
        assertTrue(!endpoint.isPublished(), "it is published");
    }

    @Test
    void anUnknownPropertyIsNamedInTheLogOnce() throws Exception {
        try (RecordedLog log = RecordedLog.of(WeirEndpoint.class.getName())) {
            Endpoint endpoint = endpoint();
            endpoint.getProperties().put("ws-security.enabled", true);
            endpoint.getProperties().put("schema-validation-enabled", "IN");
            endpoint.getProperties().put("attachment-max-size", 1_000_000);
            endpoint.getProperties().put("org.apache.cxf.fastinfoset.enabled", false);
            endpoint.getProperties().put(Endpoint.WSDL_PORT, new QName(NAMESPACE, "EchoPort"));
            try (Served served = Served.publish(endpoint)) {
                assertEquals(
                        "a",
                        served.client(new QName(NAMESPACE, "EchoService"), Echo.class)
                                .echo("a"));
            }
            assertEquals(
                    List.of(EchoBean.class.getName()
                            + ": the endpoint property ws-security.enabled is not known and changes nothing"),
                    log.messages());
        }
    }
}
