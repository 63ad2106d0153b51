package dev.weir.soap.endpoint;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.wsdl.Wsdl.SoapVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages are taken by what their trees really take of a server's memory, over real HTTP. */
class MessageMemoryTest {
    private static final int MEMORY = 12_000_000;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Queue<CompletableFuture<SoapReply>> waiting = new ConcurrentLinkedQueue<>();
    private HttpTransport transport;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT.withMaxBufferedBytes(MEMORY));
        mount("/shop", request -> ShopService.serve(request));
        mount("/later", request -> later());
    }

    private void mount(String path, SoapService service) {
        server.mount(
                path, new SoapEndpoint(ShopService.description(SoapVersion.SOAP_11), service, EndpointOptions.DEFAULT));
    }

    private CompletionStage<SoapReply> later() {
        CompletableFuture<SoapReply> reply = new CompletableFuture<>();
        waiting.add(reply);
        return reply;
    }

    @AfterEach
    void stop() {
        server.close(Duration.ZERO);
        transport.close();
    }

    private static String envelope(String content) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:d='urn:shop:data'><e:Body>"
                + "<d:cancel>" + content + "</d:cancel></e:Body></e:Envelope>";
    }

    private CompletableFuture<HttpResponse<String>> send(String path, String content) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .timeout(Duration.ofSeconds(60))
                        .POST(BodyPublishers.ofString(envelope(content)))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void assertBusy(HttpResponse<String> refused) {
        assertEquals(503, refused.statusCode(), refused.body());
        assertEquals("1", refused.headers().firstValue("Retry-After").orElse(""));
        assertTrue(refused.body().contains(":Fault>"), refused.body());
        assertTrue(refused.body().contains("busy; try again later"), refused.body());
    }

    private void answerAll() {
        for (CompletableFuture<SoapReply> reply : waiting) {
            reply.complete(new SoapReply.Accepted());
        }
    }

    @Test
    void aLongTextIsTakenForThatItsTreeIsSmall() throws Exception {
        HttpResponse<String> taken = send("/shop", "x".repeat(1_500_000)).get();

        assertEquals(202, taken.statusCode(), taken.body());
    }

    @Test
    void aMessageWhoseTreeNeverFitsIsRefusedWhileItIsBuilt() throws Exception {
        HttpResponse<String> refused = send("/shop", "<b/>".repeat(300_000)).get();

        assertEquals(413, refused.statusCode(), refused.body());
        assertTrue(refused.body().contains(":Fault>"), refused.body());
        assertTrue(refused.body().contains("too little memory for this request"), refused.body());
        assertEquals(202, send("/shop", "<b/>".repeat(30_000)).get().statusCode(), "what it had taken is free again");
    }

    @Test
    void aMessageThatGrowsBeyondWhatOthersHaveLeftIsRefusedForNow() throws Exception {
        String many = "<b/>".repeat(170_000);
        CompletableFuture<HttpResponse<String>> first = send("/later", "<b/>".repeat(105_000));
        eventually("the service has the first", () -> !waiting.isEmpty());

        // Its 680,000 bytes fit beside the first one's tree, and its tree does not, even with a quarter on top.
        assertBusy(send("/later", many).get());

        assertEquals(202, send("/shop", "small").get().statusCode(), "others are served meanwhile");
        assertFalse(first.isDone());
        answerAll();
        assertEquals(202, first.get().statusCode());
        assertEquals(202, send("/shop", many).get().statusCode());
    }

    @Test
    void messagesThatGrowAtTheSameTimeAllEnd() throws Exception {
        String many = "<b/>".repeat(60_000);
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(send("/shop", many));
        }
        int taken = 0;
        for (CompletableFuture<HttpResponse<String>> one : all) {
            HttpResponse<String> response = one.get();
            if (response.statusCode() == 202) {
                taken++;
            } else {
                assertBusy(response);
            }
        }
        assertTrue(taken > 0);
        assertEquals(202, send("/shop", "<b/>".repeat(150_000)).get().statusCode(), "nothing is held any more");
    }
}
