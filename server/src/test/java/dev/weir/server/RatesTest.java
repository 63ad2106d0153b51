package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.server.admin.AdminClient;
import dev.weir.store.AuditEvent;
import dev.weir.store.FlowState;
import dev.weir.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A composite of rpc/literal with messages of several parts and a binding of its own, in front of a weak partner. */
@Tag("slow")
class RatesTest {
    private static final String REQUEST =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><r:convert xmlns:r="
                    + "'http://rates.example/rpc'><amount>21</amount><currency>EUR</currency></r:convert></s:Body>"
                    + "</s:Envelope>";
    private static final String REPLY =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><r:convertResponse xmlns:r="
                    + "'http://rates.example/rpc'><result>7</result><note>by the partner</note></r:convertResponse>"
                    + "</s:Body></s:Envelope>";

    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static int partnerPort;

    private final SoapPost post = new SoapPost();

    @BeforeAll
    static void start() throws IOException {
        partnerPort = FreePort.next();
        weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository()
                                .resolve("server/src/test/composites/rates")
                                .toString(),
                        "--token",
                        "partner=http://localhost:" + partnerPort + "/rates",
                        "--allow-callback",
                        "localhost"));
    }

    @AfterAll
    static void stop() {
        weir.close();
    }

    private HttpResponse<String> send(String service, String message) throws IOException {
        return post.send(weir.url().resolve("/soa-infra/services/default/Rates/" + service), SoapPost.SOAP_11, message);
    }

    @Test
    void partsTravelInAWrapperWithoutNamespacesOfTheirOwn() throws IOException {
        HttpResponse<String> reply = send("Rates", REQUEST);

        assertEquals(200, reply.statusCode(), reply.body());
        assertTrue(reply.body().contains("<result>42</result><note>in EUR</note>"), reply.body());
        HttpResponse<String> missing = send("Rates", REQUEST.replace("<currency>EUR</currency>", ""));
        assertEquals(500, missing.statusCode());
        assertTrue(missing.body().contains("currency"), missing.body());
    }

    @Test
    void aPartnerThatIsDownAtFirstIsAskedAgainWithAnActionThatAgreesWithHttp() throws Exception {
        AtomicReference<String> action = new AtomicReference<>("");
        AtomicReference<String> message = new AtomicReference<>("");
        CompletableFuture<HttpResponse<String>> reply = CompletableFuture.supplyAsync(() -> {
            try {
                return send("Twice", REQUEST);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        // Asked from this process: the partner has to be up before the call's attempts are spent.
        eventually("a call of a running instance has failed", () -> {
            assertTrue(!reply.isDone(), "the partner is down, and still there is a reply");
            return aCallOfARunningInstanceFailed(weir.admin());
        });
        HttpServer partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), partnerPort), 0);
        partner.createContext("/rates", exchange -> {
            action.set(exchange.getRequestHeaders().getFirst("SOAPAction"));
            message.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer = REPLY.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        partner.start();
        try {
            assertEquals(200, reply.get().statusCode(), reply.get().body());
            assertTrue(
                    reply.get().body().contains(">by the partner<"), reply.get().body());
            assertEquals("\"http://rates.example/convert\"", action.get());
            assertTrue(message.get().contains(">http://rates.example/convert</wsa:Action>"), message.get());
        } finally {
            partner.stop(0);
        }
    }

    @Test
    void aPartnerThatTheProcessAssignedIsCalledAtItsAddress() throws Exception {
        HttpServer partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        partner.createContext("/assigned", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = REPLY.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        partner.start();
        try {
            String address = "http://localhost:" + partner.getAddress().getPort() + "/assigned";

            HttpResponse<String> reply = send("Twice", REQUEST.replace(">EUR<", ">" + address + "<"));

            assertEquals(200, reply.statusCode(), reply.body());
            assertTrue(reply.body().contains(">by the partner<"), reply.body());
        } finally {
            partner.stop(0);
        }
    }

    private static boolean aCallOfARunningInstanceFailed(AdminClient admin) {
        return admin.instances(FlowState.RUNNING, null, 0, 10).stream()
                .flatMap(instance -> admin.history(instance.id()).events().stream())
                .anyMatch(event -> event.kind() == AuditEvent.Kind.CALL_FAILED);
    }
}
