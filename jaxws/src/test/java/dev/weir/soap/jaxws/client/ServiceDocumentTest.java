package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebServiceClient;
import jakarta.xml.ws.WebServiceException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descriptions as clients ship them: in an archive, in several documents, some of which are gone. */
class ServiceDocumentTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    @TempDir
    static Path folder;

    private static DeskByCxf server;
    private static URL inArchive;

    @BeforeAll
    static void start() throws Exception {
        server = new DeskByCxf();
        String messages = """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:d="urn:desk" targetNamespace="urn:desk">
                  <types>
                    <schema xmlns="http://www.w3.org/2001/XMLSchema">
                      <import namespace="urn:desk" schemaLocation="types/desk.xsd"/>
                      <import namespace="urn:gone" schemaLocation="http://localhost:1/gone.xsd"/>
                    </schema>
                  </types>
                  <message name="add"><part name="parameters" element="d:add"/></message>
                  <message name="addResponse"><part name="parameters" element="d:addResponse"/></message>
                  <portType name="Desk">
                    <operation name="add"><input message="d:add"/><output message="d:addResponse"/></operation>
                  </portType>
                </definitions>
                """;
        String service = """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:d="urn:desk"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:desk">
                  <import namespace="urn:desk" location="../messages.wsdl"/>
                  <binding name="DeskBinding" type="d:Desk">
                    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="add">
                      <soap:operation soapAction=""/>
                      <input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output>
                    </operation>
                  </binding>
                  <service name="DeskService">
                    <port name="DeskPort" binding="d:DeskBinding"><soap:address location="%s"/></port>
                  </service>
                </definitions>
                """.formatted(server.address("desk"));
        Path archive = folder.resolve("with space.jar");
        try (OutputStream out = Files.newOutputStream(archive);
                JarOutputStream jar = new JarOutputStream(out)) {
            entry(jar, "wsdl/messages.wsdl", messages);
            entry(jar, "wsdl/service/desk.wsdl", service);
            entry(
                    jar,
                    "wsdl/types/desk.xsd",
                    "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:desk\"/>");
        }
        inArchive = URI.create("jar:" + archive.toUri() + "!/wsdl/service/desk.wsdl")
                .toURL();
    }

    private static void entry(JarOutputStream jar, String name, String content) throws Exception {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content.getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** In the manner of wsimport and wsdl2java. */
    @WebServiceClient(name = "DeskService", targetNamespace = Desk.NAMESPACE)
    public static class GeneratedService extends Service {
        public GeneratedService(URL wsdlLocation) {
            super(wsdlLocation, new QName(Desk.NAMESPACE, "DeskService"));
        }

        @WebEndpoint(name = "DeskPort")
        public Desk getDeskPort() {
            return super.getPort(new QName(Desk.NAMESPACE, "DeskPort"), Desk.class);
        }
    }

    @Test
    void aGeneratedServiceReadsItsDescriptionFromAnArchive() {
        GeneratedService service = new GeneratedService(inArchive);
        assertEquals(inArchive, service.getWSDLDocumentLocation());
        assertEquals(5, service.getDeskPort().add(2, 3));
        // What the description says counts before the annotation.
        assertEquals(List.of("\"\""), server.fields.get("SOAPAction"));
    }

    @Test
    void aDescriptionThatIsNotThereIsNamed() throws Exception {
        URL missing = folder.resolve("none.wsdl").toUri().toURL();
        WebServiceException refused = assertThrows(WebServiceException.class, () -> new GeneratedService(missing));
        assertTrue(refused.getMessage().contains("none.wsdl"), refused.getMessage());
        Path broken = Files.writeString(folder.resolve("broken.wsdl"), "<definitions");
        assertThrows(
                WebServiceException.class,
                () -> new GeneratedService(broken.toUri().toURL()));
    }

    /** What a WSDL imports comes from the hosts that the program allows, if it says so. */
    @Test
    void documentsComeFromAllowedHosts() throws Exception {
        String wsdl = server.address("desk") + "?wsdl";
        Path importing = Files.writeString(folder.resolve("importing.wsdl"), """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:importing">
                  <import namespace="urn:desk" location="%s"/>
                </definitions>
                """.formatted(wsdl.replace("&", "&amp;")));
        URL location = importing.toUri().toURL();
        assertEquals(5, new GeneratedService(location).getDeskPort().add(2, 3));
        System.setProperty(ServiceDocument.HOSTS, "one.example, two.example:8443");
        try {
            WebServiceException refused = assertThrows(WebServiceException.class, () -> new GeneratedService(location));
            assertTrue(refused.getMessage().contains("DeskService"), refused.getMessage());
            System.setProperty(ServiceDocument.HOSTS, URI.create(wsdl).getAuthority());
            assertEquals(5, new GeneratedService(location).getDeskPort().add(2, 3));
        } finally {
            System.clearProperty(ServiceDocument.HOSTS);
        }
    }
}
