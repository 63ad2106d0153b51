package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may import what: of this machine, and of the web. */
class NamedDocumentsTest {
    private static final byte[] CONTENT = "<a/>".getBytes(StandardCharsets.UTF_8);
    private static final String REMEDY = "--allow-fetch ";

    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String web;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            String to = exchange.getRequestURI().getQuery();
            if (path.equals("/loop")) {
                to = "/loop";
            }
            if (to != null) {
                exchange.getResponseHeaders().set("Location", to);
                exchange.sendResponseHeaders(302, -1);
            } else if (path.startsWith("/gone")) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                exchange.sendResponseHeaders(200, CONTENT.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(CONTENT);
                }
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String refusal(Resources documents, String uri) {
        return assertThrows(WsdlException.class, () -> documents.read(URI.create(uri)))
                .getMessage();
    }

    @Test
    void aDocumentOfTheWebImportsFromItsOwnHostAndFromAllowedOnes() {
        URI root = URI.create(web + "/shop.wsdl");
        Resources own = new NamedDocuments(root, Set.of(), REMEDY);
        assertArrayEquals(CONTENT, own.read(root));
        assertArrayEquals(CONTENT, own.read(URI.create(web + "/goods.xsd")));
        String localhost = web.replace("127.0.0.1", "localhost") + "/goods.xsd";
        assertEquals(
                localhost + " is not fetched: its host is not allowed; allow it by --allow-fetch localhost",
                refusal(own, localhost));
        assertArrayEquals(CONTENT, new NamedDocuments(root, Set.of("LOCALHOST"), REMEDY).read(URI.create(localhost)));
        assertArrayEquals(CONTENT, new NamedDocuments(root, null, REMEDY).read(URI.create(localhost)));
        String port = "127.0.0.1:" + (server.getAddress().getPort() + 1);
        assertTrue(refusal(own, "http://" + port + "/").contains("not allowed"), "another port is another server");
    }

    @Test
    void aDocumentOfTheWebImportsNothingOfThisMachine() throws IOException {
        Path secret = Files.write(folder.resolve("secret.xsd"), CONTENT);
        Resources any = new NamedDocuments(URI.create(web + "/shop.wsdl"), null, REMEDY);
        assertTrue(refusal(any, secret.toUri().toString()).contains("must not import files of this machine"));
        assertTrue(refusal(any, "jar:" + secret.toUri() + "!/a").contains("must not import files of this machine"));
    }

    @Test
    void aDocumentOfThisMachineImportsFilesAndEntriesOfArchives() throws IOException {
        Path goods = Files.write(folder.resolve("goods.xsd"), CONTENT);
        Path archive = folder.resolve("shop.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(archive))) {
            jar.putNextEntry(new JarEntry("goods.xsd"));
            jar.write(CONTENT);
            jar.closeEntry();
        }
        Resources own = new NamedDocuments(folder.resolve("shop.wsdl").toUri(), Set.of(), REMEDY);
        assertArrayEquals(CONTENT, own.read(goods.toUri()));
        assertArrayEquals(CONTENT, own.read(URI.create("jar:" + archive.toUri() + "!/goods.xsd")));
        assertTrue(refusal(own, web + "/goods.xsd").contains("not allowed"));
        String missing = folder.resolve("none.xsd").toUri().toString();
        assertTrue(refusal(own, missing).startsWith("there is no file "), refusal(own, missing));
    }

    @Test
    void whereAnAnswerLeadsToIsHeldToTheSameRules() {
        Resources own = new NamedDocuments(URI.create(web + "/shop.wsdl"), Set.of(), REMEDY);
        assertArrayEquals(CONTENT, own.read(URI.create(web + "/moved?/goods.xsd")));
        assertTrue(refusal(own, web + "/moved?http://localhost:1/").contains("not allowed"));
        assertTrue(refusal(own, web + "/moved?file:///etc/hosts").contains("is not followed"));
        asked.clear();
        assertTrue(refusal(own, web + "/loop").contains("leads on more than 5 times"));
        assertEquals(6, asked.size());
    }

    @Test
    void whatIsNotThereIsSaid() {
        Resources own = new NamedDocuments(URI.create(web + "/shop.wsdl"), Set.of(), REMEDY);
        assertTrue(refusal(own, web + "/gone.xsd").contains("answers with status 404"));
        assertTrue(refusal(own, "http:///a").contains("names no host"));
    }
}
