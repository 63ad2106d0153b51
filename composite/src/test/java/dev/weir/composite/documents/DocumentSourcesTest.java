package dev.weir.composite.documents;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** Where documents outside of a composite come from, in a workspace as people have them. */
class DocumentSourcesTest {
    private static final URI ORDER = URI.create("oramds:/apps/common/Order.xsd");

    @TempDir
    private Path temp;

    private Archive shop;
    private Path workspace;

    @BeforeEach
    void workspace() throws IOException {
        workspace = Files.createDirectories(temp.resolve("deep/outer/space/work"));
        shop = Archive.open(new ShopFixture().folder(workspace));
    }

    private DocumentSources sources(Path... metadata) {
        return sources(Set.of(), metadata);
    }

    private DocumentSources sources(Set<String> hosts, Path... metadata) {
        return new DocumentSources(
                new DocumentSettings(List.of(metadata), hosts),
                temp.resolve("fetched"),
                (partition, name, revision) -> null);
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static Path zip(Path file, String entry, String text) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private void assertFound(String text, DocumentSources sources, URI uri) {
        assertEquals(text, new String(sources.of(shop).read(uri), StandardCharsets.UTF_8));
    }

    @Test
    void metadataIsInTheFoldersAndArchivesThatAreNamed() throws IOException {
        Path folder = temp.resolve("mds");
        write(folder.resolve("apps/common/Order.xsd"), "folder");
        Path mar = zip(temp.resolve("orders.mar"), "apps/common/Order.xsd", "mar");
        Path jar = zip(temp.resolve("orders.jar"), "common/Order.xsd", "jar");

        assertFound("folder", sources(folder, mar), ORDER);
        assertFound("mar", sources(mar, folder), ORDER);
        assertFound("jar", sources(jar), ORDER);
        assertFound("jar", sources(jar), URI.create("oramds:///apps/common/Order.xsd"));
        assertArrayEquals(
                "mar".getBytes(StandardCharsets.UTF_8), sources(mar).ofCopies().read(ORDER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mds/seed", "mds-store/soa-infra", ".", "../soamds", "Common/SOA"})
    void metadataThatLiesBesideIsFound(String place) throws IOException {
        write(workspace.resolve(place).resolve("apps/common/Order.xsd"), "beside");

        assertFound("beside", sources(), ORDER);
        assertThrows(WsdlException.class, () -> sources().ofCopies().read(ORDER));
    }

    @Test
    void anAdfConfigLeadsToItsFolderWhereverTheWorkspaceWasMoved() throws IOException {
        write(workspace.resolve(".adf/META-INF/adf-config.xml"), """
            <adf-config><metadata-store>
              <property name="metadata-path" value="C:\\\\Users\\\\me\\\\work\\\\ourdocuments"/>
              <property value="live" name="partition-name"/>
            </metadata-store></adf-config>\
            """);
        write(workspace.resolve("ourdocuments/live/apps/common/Order.xsd"), "mapped");

        assertFound("mapped", sources(), ORDER);
    }

    @Test
    void anAdfConfigLeadsNowhereElse() throws IOException {
        Path secret = write(temp.resolve("elsewhere/apps/common/Order.xsd"), "secret");
        write(
                workspace.resolve(".adf/META-INF/adf-config.xml"),
                "<a><metadata-store><property name='metadata-path' value='" + temp.resolve("elsewhere")
                        + "'/></metadata-store></a>");

        assertTrue(Files.exists(secret));
        assertThrows(WsdlException.class, () -> sources().of(shop).read(ORDER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oramds:/apps/../../secret.txt",
                "oramds:/../secret.txt",
                "oramds:/apps/%2e%2e/%2e%2e/secret.txt",
                "oramds:/apps/link/secret.txt",
                "oramds:apps",
                "oramds:/",
                "file:///etc/passwd"
            })
    void nothingOutsideOfThePlacesIsReached(String uri) throws IOException {
        Path folder = temp.resolve("inner/mds");
        write(folder.resolve("apps/Order.xsd"), "order");
        write(temp.resolve("inner/secret.txt"), "secret");
        Files.createSymbolicLink(folder.resolve("apps/link"), temp.resolve("inner"));

        assertThrows(WsdlException.class, () -> sources(folder).of(shop).read(URI.create(uri)));
    }

    @Test
    void anArchiveThatLeavesItselfIsRefused() throws IOException {
        Path mar = zip(temp.resolve("bad.mar"), "../apps/Order.xsd", "x");

        assertThrows(AssemblyException.class, () -> sources(mar));
        assertThrows(AssemblyException.class, () -> sources(temp.resolve("none.mar")));
    }

    @Test
    void aMissingDocumentIsReportedWithThePlacesThatWereSearched() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("mds"));
        String what = String.valueOf(
                assertThrows(WsdlException.class, () -> sources(folder).of(shop).read(ORDER))
                        .getMessage());

        assertTrue(what.contains(folder.toString()), what);
        assertTrue(what.contains("--mds"), what);
    }

    @Test
    void theServiceOfHumanTasksIsBuiltIn() {
        Wsdl wsdl = Wsdl.read(
                URI.create("oramds:/soa/shared/workflow/TaskServiceInterface.wsdl"),
                sources().ofCopies());

        String namespace = "http://xmlns.oracle.com/bpel/workflow/taskService";
        Wsdl.PortType service = wsdl.portType(XmlName.of(namespace, "TaskService"));
        assertNotNull(service);
        assertNotNull(service.operation("initiateTask"));
        Wsdl.PortType callback = wsdl.portType(XmlName.of(namespace, "TaskServiceCallback"));
        assertNotNull(callback);
        assertNotNull(callback.operation("onTaskCompleted"));
    }

    @Test
    void thePayloadsOfNotificationsAreOfTypesSoThatTheirRootsAreInNoNamespace() {
        Wsdl wsdl = Wsdl.read(
                URI.create("oramds:/soa/shared/workflow/NotificationService.wsdl"),
                sources().ofCopies());

        String namespace = "http://xmlns.oracle.com/ias/pcbpel/NotificationService";
        Wsdl.PortType service = wsdl.portType(XmlName.of(namespace, "NotificationService"));
        assertNotNull(service);
        Wsdl.Operation send = service.operation("sendEmailNotification");
        assertNotNull(send);
        Wsdl.MessageType message = send.input();
        assertNotNull(message);
        assertEquals(
                List.of(new Wsdl.Part("EmailPayload", null, XmlName.of(namespace, "EmailPayloadType"))),
                message.parts());
    }

    @Test
    void theInterfaceOfCasesIsBuiltInByItsName() {
        Wsdl wsdl = Wsdl.read(
                URI.create("oramds:/soa/shared/casemgmt/CaseService.wsdl"),
                sources().ofCopies());

        assertNotNull(wsdl.portType(XmlName.of("http://xmlns.oracle.com/CaseService", "CaseServicePortType")));
    }

    @Test
    void whatDecisionServicesSayToMediatorsIsBuiltIn() {
        byte[] schema = sources().ofCopies().read(URI.create("oramds:/soa/shared/mediator/mediator.xsd"));

        assertTrue(new String(schema, StandardCharsets.UTF_8).contains("\"DynamicRouting\""));
    }

    @Test
    void theSchemaOfPartnersAddressesIsBuiltInAndValid() throws SAXException {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        byte[] schema = sources().ofCopies().read(URI.create("oramds:///soa/shared/common/ws-addressing.xsd"));
        Validator validator = factory.newSchema(new StreamSource(new ByteArrayInputStream(schema)))
                .newValidator();

        assertDoesNotThrow(() -> validator.validate(new StreamSource(new StringReader("""
                <EndpointReference xmlns="http://schemas.xmlsoap.org/ws/2003/03/addressing" xmlns:s="urn:shop">
                  <Address>http://localhost/shop</Address>
                  <ServiceName PortName="ShopPort">s:Shop</ServiceName>
                </EndpointReference>"""))));
    }

    @Test
    void compositesThatLieBesideAreFoundBehindTheirAddresses() {
        Path other = temp.resolve("deep/outer/space/other/below");
        new ShopFixture()
                .replace("composite.xml", "name=\"Shop\"", "name=\"Mall\"")
                .folder(made(other));

        for (String address : List.of(
                "http://dev7:8001/soa-infra/services/default/Mall/ShopService?WSDL",
                "http://$%7Bhost%7D:8001/soa-infra/services/operations/Mall!1.0/Shop.wsdl")) {
            assertEquals(
                    "urn:shop",
                    Wsdl.read(URI.create(address), sources().of(shop)).targetNamespace());
        }
        assertThrows(
                WsdlException.class,
                () -> sources().of(shop).read(URI.create("http://dev7/soa-infra/services/default/Hall/S?WSDL")));
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theWebIsAskedOnceAndOnlyWhereItIsAllowed() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            asked.incrementAndGet();
            if (exchange.getRequestURI().getPath().equals("/away")) {
                exchange.getResponseHeaders().add("Location", "http://elsewhere.invalid/doc");
                exchange.sendResponseHeaders(302, -1);
            } else {
                exchange.sendResponseHeaders(200, 3);
                exchange.getResponseBody().write("doc".getBytes(StandardCharsets.UTF_8));
            }
            exchange.close();
        });
        web.start();
        try {
            String host = "127.0.0.1:" + web.getAddress().getPort();
            URI uri = URI.create("http://" + host + "/doc?wsdl");
            assertThrows(WsdlException.class, () -> sources().of(shop).read(uri));
            assertEquals(0, asked.get());

            assertFound("doc", sources(Set.of(host)), uri);
            assertFound("doc", sources(Set.of("127.0.0.1")), uri);
            assertEquals(1, asked.get(), "kept on disk");

            String refusal = String.valueOf(assertThrows(
                            WsdlException.class,
                            () -> sources(Set.of(host)).of(shop).read(URI.create("http://" + host + "/away")))
                    .getMessage());
            assertTrue(refusal.contains("elsewhere.invalid"), refusal);
        } finally {
            web.stop(0);
        }
    }
}
