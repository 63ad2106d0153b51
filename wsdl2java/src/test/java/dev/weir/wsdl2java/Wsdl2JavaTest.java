package dev.weir.wsdl2java;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.testing.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as people use it: a WSDL with its schema in, classes out that compile and speak with each other. */
class Wsdl2JavaTest {
    @TempDir
    Path folder;

    private Path wsdl;
    private Path sources;

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void aWsdlAndItsSchema() throws IOException {
        wsdl = folder.resolve("shop.wsdl");
        sources = folder.resolve("made/sources");
        for (String name : List.of("shop.wsdl", "goods.xsd")) {
            Files.writeString(folder.resolve(name), resource(name));
        }
    }

    @Test
    void theClassesOfAWsdlCompileAndServeAndCall() throws Exception {
        Result made = run("-d", sources.toString(), "-p", "shop", wsdl.toString());
        assertEquals("", made.err());
        assertEquals(0, made.code());
        assertEquals(
                fileNames().size() + " source files in " + sources, made.out().strip());

        Files.writeString(sources.resolve("shop/Seller.java"), resource("shop/Seller.java"));
        Files.writeString(sources.resolve("shop/Purchase.java"), resource("shop/Purchase.java"));
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {compile().toUri().toURL()})) {
            Callable<?> purchase = (Callable<?>) classes.loadClass("shop.Purchase")
                    .getConstructor(String.class)
                    .newInstance("http://localhost:" + FreePort.next() + "/shop");
            assertEquals(
                    List.of(
                            "dev.weir.soap.jaxws.endpoint",
                            "2 articles in en",
                            "[tea, milk]",
                            "there is one only: moon"),
                    purchase.call());
        }
    }

    @Test
    void packagesAreNamedAfterNamespacesAndTheWsdlAfterItsAddress() throws IOException {
        assertEquals(0, run("-d", sources.toString(), wsdl.toString()).code());
        assertTrue(fileNames().contains("example/shop/Shop.java"), fileNames()::toString);
        String service = Files.readString(sources.resolve("example/shop/ShopService.java"));
        assertTrue(service.contains("wsdlLocation = \"file:" + wsdl + "\""), service);
    }

    @Test
    void aLocationOfTheWsdlAndBindingsAreGiven() throws IOException {
        Path bindings = folder.resolve("bindings.xml");
        Files.writeString(bindings, """
                <bindings xmlns="https://jakarta.ee/xml/ns/jaxws" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
                    wsdlLocation="shop.wsdl" version="3.0">
                  <bindings node="wsdl:definitions/wsdl:portType[@name='Shop']">
                    <class name="Counter"/>
                  </bindings>
                </bindings>
                """);
        Result made = run(
                "-d",
                sources.toString(),
                "-wsdllocation",
                "classpath:shop.wsdl",
                "-b",
                bindings.toString(),
                wsdl.toString());
        assertEquals("", made.err());
        assertTrue(fileNames().contains("example/shop/Counter.java"), fileNames()::toString);
        assertTrue(Files.readString(sources.resolve("example/shop/ShopService.java"))
                .contains("wsdlLocation = \"classpath:shop.wsdl\""));
    }

    @Test
    void schemasInsideAWsdlImportEachOtherAndThatOfXmlByNamespaceAlone() throws IOException {
        String goods = resource("goods.xsd")
                .replaceFirst("<\\?xml.*\\?>", "")
                .replace(" schemaLocation=\"http://www.w3.org/2001/xml.xsd\"", "");
        String parcels = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example:parcels">
                  <xs:import namespace="urn:example:shop"/>
                  <xs:complexType name="Parcel">
                    <xs:sequence>
                      <xs:element name="goods" type="shop:Goods"/>
                    </xs:sequence>
                  </xs:complexType>
                </xs:schema>
                """;
        edit("shop.wsdl", "(?s)<types>.*</types>", "<types>" + parcels + goods + "</types>");
        Result made = run("-d", sources.toString(), wsdl.toString());
        assertEquals(0, made.code(), made::err);
        assertTrue(fileNames().contains("example/parcels/Parcel.java"), fileNames()::toString);
        assertTrue(Files.readString(sources.resolve("example/shop/Goods.java")).contains("getLang()"));
    }

    @Test
    void aDocumentThatIsMissingIsNamedWithThePlaceThatImportsIt() throws IOException {
        Files.delete(folder.resolve("goods.xsd"));
        assertRefused("there is no file " + folder.resolve("goods.xsd"), "shop.wsdl:6");
        wsdl = folder.resolve("none.wsdl");
        assertRefused("there is no file " + wsdl);
    }

    @Test
    void whatIsWrongInADocumentIsNamedByFileAndLine() throws IOException {
        edit("goods.xsd", "type=\"Goods\"", "type=\"Gods\"");
        assertRefused("goods.xsd:11:", "Gods", "[wsimport-error]");
        Files.writeString(folder.resolve("goods.xsd"), resource("goods.xsd").replace("</xs:schema>", ""));
        assertRefused("goods.xsd:", "cannot be read");
        Files.writeString(folder.resolve("goods.xsd"), resource("goods.xsd"));
        edit("shop.wsdl", "element=\"shop:receipt\"", "element=\"shop:recipe\"");
        assertRefused("shop.wsdl:", "recipe");
    }

    @Test
    void aDocumentTypeIsRefused() throws IOException {
        edit("goods.xsd", "<xs:schema ", "<!DOCTYPE xs:schema SYSTEM 'file:///etc/hostname'><xs:schema ");
        assertRefused("goods.xsd:2:", "DOCTYPE");
    }

    @Test
    void otherHostsAreAskedWhereTheyAreAllowed() throws IOException {
        try (Web web = new Web(folder)) {
            edit("shop.wsdl", "\"goods.xsd\"", "\"" + web.address + "/goods.xsd\"");
            assertRefused("its host is not allowed; allow it by --allow-fetch localhost", "shop.wsdl:6");
            assertEquals(
                    0,
                    run("-d", sources.toString(), "--allow-fetch", "localhost", wsdl.toString())
                            .code());
        }
    }

    @Test
    void aWsdlOfTheWebImportsFromItsOwnHostAndNoFiles() throws IOException {
        try (Web web = new Web(folder)) {
            String address = web.address + "/shop.wsdl";
            assertEquals("", run("-d", sources.toString(), address).err());
            assertTrue(fileNames().contains("example/shop/Shop.java"), fileNames()::toString);

            edit(
                    "shop.wsdl",
                    "\"goods.xsd\"",
                    "\"" + folder.resolve("goods.xsd").toUri() + "\"");
            Result refused = run("-d", sources.toString(), address);
            assertEquals(1, refused.code());
            assertTrue(refused.err().contains("a WSDL of the web must not import files of this machine"), refused::err);
        }
    }

    @Test
    void aWrongPackageIsWrongUsage() {
        assertEquals(2, run("-p", "not-a-package", wsdl.toString()).code());
        assertEquals(2, run().code());
    }

    @Test
    void anAddressThatIsNoneIsSaidToBe() {
        Result refused = run("http://no host/shop?wsdl");
        assertEquals(1, refused.code());
        assertTrue(refused.err().contains("http://no host/shop?wsdl"), refused.err());
    }

    /** The folder, served over HTTP. */
    private static final class Web implements AutoCloseable {
        final String address;
        private final HttpServer server;

        Web(Path folder) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                byte[] bytes = Files.readAllBytes(
                        folder.resolve("." + exchange.getRequestURI().getPath()));
                exchange.sendResponseHeaders(200, bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            });
            server.start();
            address = "http://localhost:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private void edit(String name, String what, String by) throws IOException {
        Path file = folder.resolve(name);
        String before = Files.readString(file);
        String after = before.replaceFirst(what, by);
        assertFalse(before.equals(after), name + " has no " + what);
        Files.writeString(file, after);
    }

    private void assertRefused(String... parts) {
        Result refused = run("-d", sources.toString(), wsdl.toString());
        assertEquals(1, refused.code(), refused::err);
        for (String part : parts) {
            assertTrue(refused.err().contains(part), () -> part + " is not in: " + refused.err());
        }
        assertFalse(refused.err().contains("\tat "), refused::err);
    }

    private static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new Wsdl2Java())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Result(code, out.toString(), err.toString());
    }

    private List<String> fileNames() throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> sources.relativize(file).toString())
                    .toList();
        }
    }

    private Path compile() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("made/classes"));
        List<Path> files = new ArrayList<>();
        fileNames().forEach(name -> files.add(sources.resolve(name)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertTrue(compiled, said::toString);
        }
        return classes;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Wsdl2JavaTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
