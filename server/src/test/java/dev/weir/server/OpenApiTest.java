package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description of the admin API beside what the API answers. */
class OpenApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private WeirServer server;

    @BeforeEach
    void start() throws IOException {
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20));
        HttpResponse<String> placed = new SoapPost()
                .send(
                        server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                        SoapPost.SOAP_11,
                        OrderMessages.place("openapi-1"));
        assertEquals(200, placed.statusCode(), placed.body());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return send(method, path, HttpRequest.BodyPublishers.noBody());
    }

    private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body) throws Exception {
        URI admin = Objects.requireNonNull(server.adminUrl()).resolve("/admin" + path);
        return http.send(
                HttpRequest.newBuilder(admin)
                        .header("Authorization", "Bearer " + AdminToken.read(folder.resolve("data/" + AdminToken.FILE)))
                        .method(method, body)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode description() throws Exception {
        return JSON.readTree(send("GET", "/openapi.json").body());
    }

    @Test
    void whatIsDescribedIsAnswered() throws Exception {
        for (Iterator<Map.Entry<String, JsonNode>> paths =
                        description().path("paths").properties().iterator();
                paths.hasNext(); ) {
            Map.Entry<String, JsonNode> path = paths.next();
            for (Iterator<String> methods = path.getValue().fieldNames(); methods.hasNext(); ) {
                String method = methods.next().toUpperCase(Locale.ROOT);
                HttpResponse<String> answer = send(method, path.getKey().replaceAll("\\{\\w+}", "1"));
                String what = method + " " + path.getKey() + ": " + answer.statusCode() + " " + answer.body();
                assertFalse(answer.body().contains("admin-path-unknown"), what);
                assertFalse(answer.body().contains("admin-command-unknown"), what);
                assertNotEquals(405, answer.statusCode(), what);
                assertNotEquals(500, answer.statusCode(), what);
            }
        }
    }

    @Test
    void whatWouldBeIgnoredIsRefusedBeforeAnythingIsDone() throws Exception {
        for (Map.Entry<String, JsonNode> path : description().path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                String method = operation.getKey().toUpperCase(Locale.ROOT);
                String address = path.getKey().replaceAll("\\{\\w+}", "1");
                String what = method + " " + path.getKey();
                assertRefused("admin-parameter", send(method, address + "?misspelt=x"), what);
                for (JsonNode parameter : operation.getValue().path("parameters")) {
                    String name = parameter.path("name").asText();
                    if (parameter.path("in").asText().equals("query")) {
                        assertRefused("admin-parameter", send(method, address + "?" + name + "="), what + " " + name);
                        assertRefused("admin-parameter", send(method, address + "?" + name), what + " " + name);
                        if (!parameter.path("schema").path("type").asText().equals("array")) {
                            assertRefused(
                                    "admin-parameter",
                                    send(method, address + "?" + name + "=1&" + name + "=2"),
                                    what + " " + name);
                        }
                    }
                }
                if (!operation.getValue().has("requestBody")) {
                    assertRefused(
                            "admin-body",
                            send(method, address, HttpRequest.BodyPublishers.ofString("{\"composite\":\"Orders\"}")),
                            what + " with a body");
                }
            }
        }
    }

    private static void assertRefused(String rule, HttpResponse<String> answer, String what) {
        assertEquals(400, answer.statusCode(), what + ": " + answer.body());
        assertTrue(answer.body().contains(rule), what + ": " + answer.body());
    }

    @Test
    void whatIsNotDescribedIsAnsweredToNobody() throws Exception {
        for (String unknown : List.of("/nothing", "/instances/1/eat", "/purge/1", "/composites/1/eat", "/")) {
            assertEquals(404, send("POST", unknown).statusCode(), unknown);
        }
        assertEquals(405, send("DELETE", "/composites").statusCode());
    }

    @Test
    void answersHaveTheFormThatIsDescribed() throws Exception {
        JsonNode description = description();
        long instance = JSON.readTree(send("GET", "/instances").body())
                .get(0)
                .path("id")
                .asLong();
        int compared = 0;
        for (Iterator<Map.Entry<String, JsonNode>> paths =
                        description.path("paths").properties().iterator();
                paths.hasNext(); ) {
            Map.Entry<String, JsonNode> path = paths.next();
            JsonNode get = path.getValue().path("get");
            HttpResponse<String> answer = send("GET", path.getKey().replaceAll("\\{\\w+}", Long.toString(instance)));
            if (!get.isMissingNode() && answer.statusCode() == 200) {
                JsonNode schema = get.path("responses")
                        .path("200")
                        .path("content")
                        .path("application/json")
                        .path("schema");
                check(description, schema, JSON.readTree(answer.body()), path.getKey());
                compared++;
            }
        }
        assertTrue(compared >= 9, "answers: " + compared);
        check(
                description,
                JSON.readTree("{\"$ref\":\"#/components/schemas/ErrorReply\"}"),
                JSON.readTree(send("GET", "/instances/x").body()),
                "a refusal");
    }

    private static void check(JsonNode description, JsonNode given, JsonNode value, String where) {
        JsonNode schema =
                given.has("$ref") ? description.at(given.path("$ref").asText().substring(1)) : given;
        assertFalse(schema.isMissingNode(), where + ": no schema " + given);
        String type = schema.path("type").isArray() && !value.isNull()
                ? schema.path("type").get(0).asText()
                : schema.path("type").asText();
        switch (type) {
            case "array" -> {
                assertTrue(value.isArray(), where + ": " + value);
                value.forEach(each -> check(description, schema.path("items"), each, where + "[]"));
            }
            case "object" -> {
                assertTrue(value.isObject(), where + ": " + value);
                JsonNode entries = schema.path("additionalProperties");
                if (!entries.isMissingNode()) {
                    value.forEach(each -> check(description, entries, each, where + "{}"));
                }
                if (schema.has("properties")) {
                    value.fieldNames()
                            .forEachRemaining(name -> assertTrue(
                                    schema.path("properties").has(name), where + ": " + name + " is not described"));
                    schema.path("required")
                            .forEach(name -> assertTrue(value.has(name.asText()), where + " lacks " + name));
                    schema.path("properties").properties().forEach(property -> {
                        if (value.has(property.getKey())) {
                            check(
                                    description,
                                    property.getValue(),
                                    value.get(property.getKey()),
                                    where + "." + property.getKey());
                        }
                    });
                }
            }
            case "integer" -> assertTrue(value.isIntegralNumber(), where + ": " + value);
            case "number" -> assertTrue(value.isNumber(), where + ": " + value);
            case "boolean" -> assertTrue(value.isBoolean(), where + ": " + value);
            case "string" -> assertTrue(value.isTextual(), where + ": " + value);
            default -> assertTrue(value.isNull(), where + ": " + schema + " " + value);
        }
    }
}
