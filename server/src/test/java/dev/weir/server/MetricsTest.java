package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus reads, line by line. */
class MetricsTest {
    private static final String ORDER_PATH = "/soa-infra/services/default/Orders/OrderService";

    /** A sample of the text format 0.0.4: name, labels, value. */
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)"
            + "(\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\n\"])*\",?)*})?"
            + " (NaN|[+-]Inf|-?[0-9.]+(?:[eE][+-]?[0-9]+)?)");

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before each test
    private WeirServer server;

    @BeforeEach
    void open() {
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> metrics(String method, String... headers) throws IOException, InterruptedException {
        URI admin = server.adminUrl();
        assertNotNull(admin);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(admin.resolve("/metrics")).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Samples by name and labels; fails at the first line that is no such text. */
    private Map<String, Double> scrape() throws IOException, InterruptedException {
        HttpResponse<String> answer = metrics("GET", "Authorization", "Bearer " + token());
        assertEquals(200, answer.statusCode());
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElse(""));
        Map<String, Double> samples = new HashMap<>();
        for (String line : answer.body().split("\n")) {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                String labels = sample.group(2) == null ? "" : sample.group(2);
                Double before = samples.put(
                        sample.group(1) + labels, Double.valueOf(sample.group(3).replace("Inf", "Infinity")));
                assertEquals(null, before, "twice: " + line);
            } else {
                assertTrue(COMMENT.matcher(line).matches(), line);
            }
        }
        return samples;
    }

    private String token() throws IOException {
        return AdminToken.read(folder.resolve("data").resolve(AdminToken.FILE));
    }

    private void get(String path) throws IOException, InterruptedException {
        client.send(HttpRequest.newBuilder(server.url().resolve(path)).build(), HttpResponse.BodyHandlers.discarding());
    }

    @Test
    void requestsAreTimedByTheirServiceAndTheClassOfTheirStatus() throws Exception {
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, OrderMessages.place("X"));
        get(ORDER_PATH + "?wsdl");
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, "<no");
        for (int i = 0; i < 50; i++) {
            get("/nowhere/" + i);
        }

        // Answers are counted when they are out, a moment after the client has them.
        Map<String, Double> samples = eventually(
                "all 50 are counted",
                this::scrape,
                all -> all.getOrDefault("weir_http_requests_seconds_count{path=\"none\",status=\"4xx\"}", 0.0) >= 50);
        String count = "weir_http_requests_seconds_count{path=\"" + ORDER_PATH + "\",status=\"";
        assertEquals(2, samples.get(count + "2xx\"}"));
        assertEquals(1, samples.get(count + "5xx\"}"));
        assertFalse(samples.toString().contains("nowhere"), "callers make time series");
        assertTrue(samples.get("weir_http_requests_seconds_sum{path=\"" + ORDER_PATH + "\",status=\"2xx\"}") > 0);
        assertEquals(
                2,
                samples.get(
                        "weir_http_requests_seconds_bucket{path=\"" + ORDER_PATH + "\",status=\"2xx\",le=\"+Inf\"}"));
    }

    @Test
    void messagesAndTheirBytesAreCountedByEncoding() throws Exception {
        Map<String, Double> before = scrape();
        String order = OrderMessages.place("X");
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, order);

        Map<String, Double> after = scrape();
        assertTrue(grown(before, after, "weir_soap_received_messages_total", "text") >= 1);
        assertTrue(grown(before, after, "weir_soap_received_bytes_total", "text") >= order.length());
        assertTrue(grown(before, after, "weir_soap_sent_messages_total", "text") >= 1);
        assertTrue(grown(before, after, "weir_soap_sent_bytes_total", "text") > 100);
        for (String other : List.of("mtom", "fast_infoset", "gzip")) {
            assertEquals(0, grown(before, after, "weir_soap_received_messages_total", other));
        }
    }

    private static double grown(Map<String, Double> before, Map<String, Double> after, String name, String encoding) {
        String sample = name + "{encoding=\"" + encoding + "\"}";
        return after.get(sample) - before.get(sample);
    }

    @Test
    void requestsOfComponentsAreCountedByOperationAndByHowTheyEnded() throws Exception {
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, OrderMessages.place("X"));

        Map<String, Double> samples = scrape();
        String labels = "{component=\"OrderRouter\",composite=\"default/Orders!1.0\",operation=\"placeOrder\"";
        assertEquals(1, samples.get("weir_requests_seconds_count" + labels + "}"), samples.toString());
        assertEquals(1, samples.get("weir_requests_seconds_bucket" + labels + ",le=\"+Inf\"}"), samples.toString());
        assertTrue(samples.get("weir_requests_seconds_sum" + labels + "}") > 0, samples.toString());
        assertEquals(
                11,
                samples.keySet().stream()
                        .filter(each -> each.startsWith("weir_requests_seconds_bucket" + labels))
                        .count());
        for (String outcome : List.of("faulted", "failed")) {
            assertEquals(
                    0,
                    samples.get("weir_requests_unsuccessful_total" + labels + ",outcome=\"" + outcome + "\"}"),
                    samples.toString());
        }
        // The router asks the composite Credit, by its address.
        String destination = "{destination=\"" + server.url().toString().replaceAll("/$", "") + "\"";
        assertTrue(samples.get("weir_calls_seconds_count" + destination + "}") >= 1, samples.toString());
        assertEquals(0, samples.get("weir_calls_unsuccessful_total" + destination + ",outcome=\"failed\"}"));
        assertEquals(0, samples.get("weir_destination_resting" + destination + "}"));
        assertNotNull(samples.get("weir_dispatcher_active{kind=\"dispatcherInvokeThreads\"}"));
        assertNotNull(samples.get("weir_dispatcher_pending{kind=\"dispatcherInvokeThreads\"}"));
    }

    @Test
    void theStoreIsCountedAtEachScrape() throws Exception {
        double before = scrape().get("weir_flows");
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, OrderMessages.place("X"));

        Map<String, Double> samples = scrape();
        assertTrue(samples.get("weir_flows") > before, samples.toString());
        assertTrue(samples.get("weir_store_bytes") > 0, samples.toString());
        assertTrue(samples.get("weir_store_wal_bytes") > 0, samples.toString());
        assertTrue(samples.get("weir_disk_free_bytes") > 0);
        assertEquals(server.deployments().size(), samples.get("weir_composites"));
    }

    @Test
    void onlyWhoShowsTheTokenReads() throws Exception {
        assertEquals(401, metrics("GET").statusCode());
        assertEquals(
                401, metrics("GET", "Authorization", "Bearer " + "A".repeat(43)).statusCode());
        assertEquals(405, metrics("POST", "Authorization", "Bearer " + token()).statusCode());
        get("/metrics");
        assertEquals(
                404,
                client.send(
                                HttpRequest.newBuilder(server.url().resolve("/metrics"))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode());
    }

    @Test
    void theDocumentationHasEachMetricOfTheServersOwnAndNoOther() throws Exception {
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, OrderMessages.place("X"));
        Set<String> served = new TreeSet<>();
        eventually("the request is counted", () -> {
            for (String sample : scrape().keySet()) {
                if (sample.startsWith("weir_")) {
                    served.add(sample.replaceFirst("\\{.*", "").replaceFirst("_(count|sum|bucket|max)$", ""));
                }
            }
            return served.stream().anyMatch(each -> each.startsWith("weir_http_requests"));
        });
        Set<String> documented = new TreeSet<>();
        Matcher name = Pattern.compile("`(weir_[a-z_]+)")
                .matcher(Files.readString(RunningWeir.repository().resolve("docs/operating.md")));
        while (name.find()) {
            documented.add(name.group(1));
        }
        assertEquals(served, documented);
    }
}
