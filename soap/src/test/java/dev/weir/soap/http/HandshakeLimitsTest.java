package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that begin handshakes and do not end them, or want one after the other, are bounded, and others are served. */
class HandshakeLimitsTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued own;
    private static HttpTransport transport;

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("server");
        transport = HttpTransport.start();
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    private static HttpServer serve(int maxConnections) throws Exception {
        return transport.listen(
                "127.0.0.1",
                0,
                HttpServerLimits.DEFAULT.withMaxConnections(maxConnections),
                new ServerTls(new TlsFiles(own.certificate(), own.key(), null, null).read(), ClientCertificates.NONE),
                request -> CompletableFuture.completedFuture(HttpReply.text(200, "served")));
    }

    private static String byCurl(HttpServer to, String from) throws Exception {
        return authority.curl(own, "-m", "30", "--interface", from, "https://localhost:" + to.port() + "/");
    }

    @Test
    void oneAddressDoesNotTakeAllPlaces() throws Exception {
        HttpServer server = serve(8);
        List<RawPeer> silent = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            silent.add(new RawPeer(server.port()));
            int count = i;
            eventually("a handshake is under way", () -> server.handshakes.underWay() == count);
        }
        try (RawPeer oneMore = new RawPeer(server.port())) {
            assertTrue(oneMore.closedByServer());
        }
        assertEquals("served", byCurl(server, "127.0.0.2"));
        for (RawPeer each : silent) {
            each.close();
        }
        eventually("their places are free", () -> server.handshakes.underWay() == 0);
        assertEquals("served", byCurl(server, "127.0.0.1"));
        server.close(Duration.ZERO);
    }

    @Test
    void connectionsThatAreOpenTakeNoPlaceOfHandshakes() throws Exception {
        HttpServer server = serve(8);
        List<SSLSocket> open = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            SSLSocket socket =
                    (SSLSocket) authority.context(null).getSocketFactory().createSocket("127.0.0.1", server.port());
            socket.startHandshake();
            open.add(socket);
            eventually("its handshake is over", () -> server.handshakes.underWay() == 0);
        }
        for (SSLSocket each : open) {
            assertTrue(reply(each).endsWith("served"));
            each.close();
        }
        server.close(Duration.ZERO);
    }

    private static String reply(SSLSocket socket) throws IOException {
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** How a handshake begins, as a text of its bytes. */
    private static String hello() throws Exception {
        SSLEngine client = authority.context(null).createSSLEngine();
        client.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), hello);
        return new String(hello.array(), 0, hello.position(), StandardCharsets.ISO_8859_1);
    }

    private static void awaitEnd(RawPeer peer) throws IOException {
        try {
            peer.head();
        } catch (SocketException reset) {
            // which is an end, too
        }
    }

    @Test
    @Tag("slow")
    void whoDoesNotEndAHandshakeIsCutOff() throws Exception {
        HttpServer server = serve(100);
        String hello = hello();
        try (RawPeer silent = new RawPeer(server.port());
                RawPeer half = new RawPeer(server.port());
                RawPeer unanswering = new RawPeer(server.port());
                RawPeer slow = new RawPeer(server.port())) {
            half.send(hello.substring(0, hello.length() / 2));
            unanswering.send(hello);
            Thread dripping = new Thread(() -> drip(slow, hello));
            dripping.start();
            eventually("their handshakes are under way", () -> server.handshakes.underWay() == 4);
            assertEquals("served", byCurl(server, "127.0.0.1"));
            for (RawPeer each : List.of(silent, half, unanswering, slow)) {
                awaitEnd(each);
            }
            dripping.interrupt();
            dripping.join();
            eventually("their places are free", () -> server.handshakes.underWay() == 0);
        }
        server.close(Duration.ZERO);
    }

    private static void drip(RawPeer peer, String text) {
        try {
            for (char each : text.toCharArray()) {
                peer.send(String.valueOf(each));
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (IOException | InterruptedException cutOff) {
            // as it should be
        }
    }

    @Test
    void aClientOfTls12GetsOneHandshakeForEachConnection() throws Exception {
        HttpServer server = serve(100);
        Path printed = Files.createTempFile(folder, "s_client", ".txt");
        Process client = new ProcessBuilder(
                        "openssl",
                        "s_client",
                        "-tls1_2",
                        "-connect",
                        "127.0.0.1:" + server.port(),
                        "-CAfile",
                        authority.certificate().toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try (OutputStream commands = client.getOutputStream()) {
            eventually(
                    "it has connected", () -> Files.readString(printed), text -> text.contains("Verify return code"));
            commands.write("R\n".getBytes(StandardCharsets.US_ASCII));
            commands.flush();
            eventually("it asks for another", () -> Files.readString(printed), text -> text.contains("RENEGOTIATING"));
            try {
                commands.write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                commands.flush();
            } catch (IOException ended) {
                // as it should be
            }
            assertTrue(client.waitFor(60, TimeUnit.SECONDS));
        } catch (IOException ended) {
            // by the end of the commands
        }
        String text = Files.readString(printed);
        assertTrue(!text.contains("served"), text);
        assertEquals("served", byCurl(server, "127.0.0.1"));
        server.close(Duration.ZERO);
    }

    @Test
    void whoOffersOnlyAnUnknownProtocolIsServedByHttp() throws Exception {
        HttpServer server = serve(100);
        try (SSLSocket socket =
                (SSLSocket) authority.context(null).getSocketFactory().createSocket("127.0.0.1", server.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"gopher"});
            socket.setSSLParameters(parameters);
            assertTrue(reply(socket).endsWith("served"));
            assertEquals("", socket.getApplicationProtocol());
        }
        server.close(Duration.ZERO);
    }
}
