package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.RespectBinding;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RespectBinding and its feature: a client holds to what the WSDL's binding requires, an endpoint says that it cannot. */
class RespectBindingTest {
    private static final String NAMESPACE = "urn:test:respect";
    private static final QName SERVICE = new QName(NAMESPACE, "EchoService");

    @WebService(name = "Echo", targetNamespace = NAMESPACE)
    public interface Echo {
        @WebResult(name = "text")
        String echo(@WebParam(name = "text") String text);
    }

    @RespectBinding
    @WebService(name = "Echo", targetNamespace = NAMESPACE)
    public interface RespectfulEcho extends Echo {
        @Override
        @WebResult(name = "text")
        String echo(@WebParam(name = "text") String text);
    }

    @WebService(name = "Echo", targetNamespace = NAMESPACE, serviceName = "EchoService", portName = "EchoPort")
    public static class EchoBean {
        @WebResult(name = "text")
        public String echo(@WebParam(name = "text") String text) {
            return text;
        }
    }

    @RespectBinding
    @WebService(targetNamespace = NAMESPACE)
    public static class RespectfulBean {
        public void a() {}
    }

    private static <T> T port(URL wsdl, Class<T> type, RespectBindingFeature... features) {
        return new WeirProvider()
                .createServiceDelegate(wsdl, SERVICE, Service.class)
                .getPort(type, features);
    }

    @Test
    void aClientWithTheFeatureCallsWhatItSupports() throws Exception {
        try (Served served = Served.by(new EchoBean())) {
            assertEquals(
                    "a",
                    port(served.wsdl(), Echo.class, new RespectBindingFeature()).echo("a"));
            assertEquals("b", port(served.wsdl(), RespectfulEcho.class).echo("b"));
        }
    }

    /** The WSDL, with an extension in its binding that must be understood. */
    private static URL requiring(Served served, Path folder, String required) throws Exception {
        Path file = folder.resolve("required-" + required + ".wsdl");
        String wsdl = served.wsdlText()
                .replaceFirst(
                        "(<wsdl:binding [^>]*>)",
                        "$1<x:reliable xmlns:x='urn:x' xmlns:w='http://schemas.xmlsoap.org/wsdl/' w:required='"
                                + required + "'/>");
        assertTrue(wsdl.contains("x:reliable"), wsdl);
        Files.writeString(file, wsdl);
        return file.toUri().toURL();
    }

    @Test
    void anExtensionOfTheBindingThatIsRequiredAndUnknownEndsInARefusal(@TempDir Path folder) throws Exception {
        try (Served served = Served.by(new EchoBean())) {
            URL required = requiring(served, folder, "true");
            String byFeature = assertThrows(
                            WebServiceException.class, () -> port(required, Echo.class, new RespectBindingFeature()))
                    .getMessage();
            assertTrue(byFeature.contains("{urn:x}reliable"), byFeature);
            String byAnnotation = assertThrows(WebServiceException.class, () -> port(required, RespectfulEcho.class))
                    .getMessage();
            assertTrue(byAnnotation.contains("{urn:x}reliable"), byAnnotation);

            URL optional = requiring(served, folder, "false");
            for (Echo echo : new Echo[] {
                port(required, Echo.class),
                port(required, RespectfulEcho.class, new RespectBindingFeature(false)),
                port(optional, Echo.class, new RespectBindingFeature())
            }) {
                ((BindingProvider) echo)
                        .getRequestContext()
                        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, served.address());
                assertEquals("a", echo.echo("a"));
            }
        }
    }

    @Test
    void anEndpointRefusesItByNameUnlessItIsDisabled() throws Exception {
        String annotated = assertThrows(
                        InterfaceException.class, () -> new WeirProvider().createEndpoint(null, new RespectfulBean()))
                .getMessage();
        assertTrue(annotated.contains("RespectBinding is not supported"), annotated);
        String featured = assertThrows(
                        InterfaceException.class,
                        () -> new WeirProvider().createEndpoint(null, new EchoBean(), new RespectBindingFeature()))
                .getMessage();
        assertTrue(featured.contains(RespectBindingFeature.ID), featured);
        try (Served served = Served.by(new RespectfulBean(), new RespectBindingFeature(false))) {
            assertTrue(served.post("", "<a xmlns='" + NAMESPACE + "'/>").body().contains("aResponse"));
        }
        try (Served served = Served.by(new EchoBean(), new RespectBindingFeature(false))) {
            assertEquals("a", port(served.wsdl(), Echo.class).echo("a"));
        }
    }
}
