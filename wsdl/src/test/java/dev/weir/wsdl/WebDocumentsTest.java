package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server of documents may cost that is slow, or has no end; {@link NamedDocumentsTest} has who is asked. */
class WebDocumentsTest {
    private static final byte[] CONTENT = "<a/>".getBytes(StandardCharsets.UTF_8);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

    private final AtomicInteger asked = new AtomicInteger();
    private ServerSocket server;
    private String web;

    /** Answers each connection by what its path asks for. */
    @BeforeEach
    void serve() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        web = "http://127.0.0.1:" + server.getLocalPort();
        Thread accepting = new Thread(() -> {
            while (!server.isClosed()) {
                try {
                    Socket connection = server.accept();
                    Thread answering = new Thread(() -> answer(connection));
                    answering.setDaemon(true);
                    answering.start();
                } catch (IOException closed) {
                    return;
                }
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answer(Socket connection) {
        try (connection;
                InputStream in = connection.getInputStream();
                OutputStream out = connection.getOutputStream()) {
            String request = new String(in.readNBytes("GET /slow-body".length()), StandardCharsets.US_ASCII);
            asked.incrementAndGet();
            String head = HEAD + (request.startsWith("GET /large") ? "" : "Content-Length: " + CONTENT.length + "\r\n");
            drip(out, head + "\r\n", request.equals("GET /slow-head"));
            if (request.startsWith("GET /large")) {
                while (true) {
                    out.write(new byte[8192]);
                }
            }
            drip(out, "<a/>", request.equals("GET /slow-body"));
        } catch (IOException | InterruptedException e) {
            // Whoever asked has gone, which is what the tests are about.
        }
    }

    /** A byte at a time, so seldom that the whole takes far longer than a document may. */
    private static void drip(OutputStream out, String text, boolean slowly) throws IOException, InterruptedException {
        for (byte each : text.getBytes(StandardCharsets.US_ASCII)) {
            out.write(each);
            out.flush();
            if (slowly) {
                Thread.sleep(20_000);
            }
        }
    }

    private static String refusal(Resources documents, String uri) {
        return assertThrows(WsdlException.class, () -> documents.read(URI.create(uri)))
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/slow-head", "/slow-body"})
    void aSlowServerIsWaitedForOnce(String path) {
        WebDocuments documents = new WebDocuments(null, "", 1 << 20, Duration.ofSeconds(1));

        String refusal = refusal(documents, web + path);
        assertTrue(refusal.contains("no whole answer from 127.0.0.1:"), refusal);
        assertTrue(refusal(documents, web + "/next").contains("was too slow a moment ago"));
        assertEquals(1, asked.get());
        WebDocuments others = new WebDocuments(null, "", 1 << 20, Duration.ofMinutes(1));
        assertArrayEquals(CONTENT, others.read(URI.create(web + "/document")), "another deployment finds it well");
    }

    @Test
    void aDocumentWithoutAnEndIsCutOff() {
        WebDocuments documents = new WebDocuments(Set.of("127.0.0.1"), "", 1 << 20, Duration.ofMinutes(1));

        assertTrue(refusal(documents, web + "/large-one").contains("it is larger than 1 MiB"));
        assertArrayEquals(CONTENT, documents.read(URI.create(web + "/document")));
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws IOException {
        ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        String place = "127.0.0.1:" + gone.getLocalPort();
        gone.close();

        WebDocuments documents = new WebDocuments(null, "", 1 << 20, Duration.ofMinutes(1));
        String refusal = refusal(documents, "http://" + place + "/document");
        assertTrue(refusal.endsWith("no connection to " + place), refusal);
    }
}
