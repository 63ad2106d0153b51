package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services are tried by the admin API: what they offer, a sample of each operation, and what comes back. */
@SuppressWarnings("NullAway.Init") // set before all tests
class ServiceTestsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = "correct horse battery";
    private static final String SERVICES = "/composites/default%2FOrders%211.0/services";
    private static final String OPERATIONS = SERVICES + "/OrderService/operations/";

    @TempDir
    static Path folder;

    private static WeirServer server;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        for (Role role : Role.values()) {
            new UsersFile(data).put(role.word(), role, PASSWORD);
        }
        server = WeirServer.start(new ServerSettings(
                        List.of(RunningWeir.repository().resolve("examples/orders")),
                        "127.0.0.1",
                        0,
                        data,
                        Map.of(),
                        Duration.ofSeconds(60),
                        4 << 20)
                // What the services' own listener shows to everybody is another matter.
                .withRuntime(RuntimeSettings.DEFAULT.withTestPages(false)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> send(Role role, String path, String body) throws Exception {
        String pair = role.word() + ":" + PASSWORD;
        URI address = Objects.requireNonNull(server.adminUrl()).resolve("/admin" + path);
        return HTTP.send(
                HttpRequest.newBuilder(address)
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
                        .header("Content-Type", "application/xml")
                        .method(
                                body == null ? "GET" : "POST",
                                HttpRequest.BodyPublishers.ofString(body == null ? "" : body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = send(Role.VIEWER, path, null);
        assertEquals(200, answer.statusCode(), answer.body());
        return JSON.readTree(answer.body());
    }

    private static JsonNode test(String operationAndQuery, String envelope) throws Exception {
        HttpResponse<String> answer = send(Role.OPERATOR, OPERATIONS + operationAndQuery, envelope);
        assertEquals(200, answer.statusCode(), answer.body());
        return JSON.readTree(answer.body());
    }

    private static void refused(int status, String rule, String path, String body) throws Exception {
        HttpResponse<String> answer = send(Role.OPERATOR, path, body);
        assertEquals(status, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("\"" + rule + "\""), answer.body());
    }

    @Test
    void viewersSeeWhatServicesOffer() throws Exception {
        JsonNode services = get(SERVICES);
        assertEquals(1, services.size());
        assertEquals("OrderService", services.get(0).path("name").asText());
        assertEquals(
                server.url() + "/soa-infra/services/default/Orders!1.0/OrderService",
                services.get(0).path("address").asText());
        List<String> operations = new ArrayList<>();
        services.get(0)
                .path("operations")
                .forEach(each -> operations.add(each.path("name").asText() + each.path("oneWay") + each.path("soap")));
        assertEquals(
                List.of(
                        "placeOrderfalse[\"1.1\",\"1.2\"]",
                        "submitOrdertrue[\"1.1\",\"1.2\"]",
                        "confirmShippingtrue[\"1.1\",\"1.2\"]"),
                operations);
    }

    @Test
    void theSampleIsAnswered() throws Exception {
        for (String soap : List.of("1.1", "1.2")) {
            JsonNode sample = get(OPERATIONS + "placeOrder?soap=" + soap);
            assertEquals(soap, sample.path("soap").asText());
            assertEquals(soap.equals("1.1"), sample.path("headers").has("SOAPAction"), sample.toString());
            JsonNode reply =
                    test("placeOrder/test?soap=" + soap, sample.path("envelope").asText());
            assertEquals("REPLY", reply.path("outcome").asText(), reply.toString());
            assertEquals(200, reply.path("status").asInt());
            assertTrue(reply.path("body").asText().contains("ACCEPTED"), reply.toString());
            assertEquals(
                    reply.path("body").asText().getBytes(StandardCharsets.UTF_8).length,
                    reply.path("bytes").asLong());
            assertFalse(reply.path("cut").asBoolean());
            long instance = reply.path("instances").get(0).asLong();
            assertEquals(
                    "default/Orders!1.0",
                    get("/instances/" + instance)
                            .path("instance")
                            .path("composite")
                            .asText());
        }
        String log = Files.readString(folder.resolve("data").resolve(AdminLog.FILE));
        assertTrue(
                log.contains(
                        "\"who\":\"operator\",\"request\":\"POST /admin" + OPERATIONS + "placeOrder/test?soap=1.1\""),
                log);
    }

    @Test
    void whatIsRefusedIsTheFaultThatACallerGets() throws Exception {
        String refused = OrderMessages.payload("order-refused.xml", "test-1");
        HttpResponse<String> called = new SoapPost()
                .send(
                        server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                        SoapPost.SOAP_11,
                        refused);
        JsonNode tested = test("placeOrder/test", refused);
        assertEquals("FAULT", tested.path("outcome").asText(), tested.toString());
        assertEquals(called.statusCode(), tested.path("status").asInt());
        assertEquals(called.body(), tested.path("body").asText());

        JsonNode noXml = test("placeOrder/test", "this is no XML");
        assertEquals("FAULT", noXml.path("outcome").asText(), noXml.toString());
        JsonNode dtd = test("placeOrder/test", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>");
        assertEquals("FAULT", dtd.path("outcome").asText(), dtd.toString());
        assertFalse(dtd.path("body").asText().contains("root:"), dtd.toString());
    }

    @Test
    void oneWayIsAccepted() throws Exception {
        JsonNode reply = test("submitOrder/test?soap=1.1", OrderMessages.submitDomestic("test-2"));
        assertEquals("ACCEPTED", reply.path("outcome").asText(), reply.toString());
        assertEquals(202, reply.path("status").asInt());
        assertEquals("", reply.path("body").asText());
        assertFalse(reply.path("instances").isEmpty(), reply.toString());
    }

    @Test
    void nobodyWaitsLongerThanIsSaid() throws Exception {
        JsonNode reply = test("placeOrder/test?wait=1", OrderMessages.placeWhenShipped("test-3"));
        assertEquals("LATE", reply.path("outcome").asText(), reply.toString());
        assertTrue(reply.path("status").isNull());
        long instance = reply.path("instances").get(0).asLong();
        assertEquals(
                "RUNNING",
                get("/instances/" + instance).path("instance").path("state").asText());
        refused(400, "admin-parameter", OPERATIONS + "placeOrder/test?wait=31", "<x/>");
    }

    @Test
    void whatHasNoMeaningIsRefused() throws Exception {
        refused(404, "admin-composite-unknown", "/composites/default%2FNone%211.0/services", null);
        refused(404, "admin-service-unknown", SERVICES + "/None/operations/placeOrder", null);
        refused(404, "admin-operation-unknown", OPERATIONS + "none", null);
        refused(404, "admin-operation-unknown", OPERATIONS + "none/test", "<x/>");
        refused(400, "admin-parameter", OPERATIONS + "placeOrder?soap=2", null);
        refused(400, "admin-body", OPERATIONS + "placeOrder/test", "");
        refused(413, "admin-body", OPERATIONS + "placeOrder/test", "x".repeat((1 << 20) + 1));
        assertEquals(
                403, send(Role.VIEWER, OPERATIONS + "placeOrder/test", "<x/>").statusCode());
    }

    @Test
    void aStoppedCompositeAnswersAsItDoesToCallers() throws Exception {
        String credit = "/composites/default%2FCredit%211.0";
        String operation = get(credit + "/services")
                .get(0)
                .path("operations")
                .get(0)
                .path("name")
                .asText();
        String place = credit + "/services/CreditService/operations/" + operation;
        assertEquals(200, send(Role.ADMINISTRATOR, credit + "/stop", "").statusCode());
        try {
            String sample = get(place).path("envelope").asText();
            JsonNode reply =
                    JSON.readTree(send(Role.OPERATOR, place + "/test", sample).body());
            assertEquals("FAULT", reply.path("outcome").asText(), reply.toString());
            assertEquals(503, reply.path("status").asInt());
            assertTrue(reply.path("body").asText().contains("is stopped"), reply.toString());
        } finally {
            assertEquals(200, send(Role.ADMINISTRATOR, credit + "/start", "").statusCode());
        }
    }
}
