package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.server.access.Caller;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What handlers of the admin API read of a request, and what is refused there. */
class AdminRequestTest {
    private static final TypeReference<PurgeRequest> PURGE = new TypeReference<>() {};
    private static final TypeReference<Map<String, Integer>> LIMITS = new TypeReference<>() {};

    /** Takes what requests of this test have in their queries. */
    private static AdminRoute route(String path) {
        return AdminRoute.post(path, Role.VIEWER, "A path.", String.class, request -> "")
                .paged()
                .with("group", "string", "its name")
                .with("state", "string", "one")
                .with("from", "integer", "a place")
                .with("overwrite", "boolean", "whether")
                .with("default", "boolean", "whether")
                .withRepeated("sensor", "a value")
                .takingJson(PURGE);
    }

    private static AdminRequest request(@Nullable String query) {
        return request("/purge/1", "/purge/{id}", query, "application/json", "");
    }

    private static AdminRequest sent(String contentType, String body) {
        return request("/purge/1", "/purge/{id}", null, contentType, body);
    }

    private static AdminRequest request(
            String path, String template, @Nullable String query, String contentType, String body) {
        return new AdminRequest(
                new HttpRequest(
                        "POST",
                        new HttpRequest.Target("http", "localhost", "/admin" + path, query),
                        HttpHeaders.of(Map.of("Content-Type", contentType)),
                        body.getBytes(StandardCharsets.UTF_8),
                        InetSocketAddress.createUnresolved("localhost", 1)),
                new Caller("ann", Role.VIEWER),
                route(template),
                new LogNote());
    }

    private static String refusal(String body) {
        RefusedException refused = assertThrows(
                RefusedException.class, () -> sent("application/json", body).json(PURGE, "mend it"));
        assertEquals(400, refused.status());
        return String.valueOf(refused.getMessage());
    }

    @Test
    void stepsOfThePathAndParametersOfTheQueryAreDecodedOnce() {
        AdminRequest request = request(
                "/composites/default%2FShop%2521!1.0/start",
                "/composites/{composite}/start", "group=a%2525+b&limit=7&sensor=a&sensor=b", "application/json", "");
        assertEquals("default/Shop%21!1.0", request.path("composite"));
        assertEquals("a%25 b", request.query("group"));
        assertEquals(7, request.limit());
        assertNull(request.query("state"));
        assertEquals(List.of("a", "b"), request.queries("sensor"));
        assertEquals("group=a%25 b, limit=7, sensor=a, sensor=b", request.filter());
        assertThrows(RefusedException.class, () -> request("group=%zz"));
        assertThrows(RefusedException.class, () -> request("/x/%zz", "/x/{id}", null, "application/json", ""));
    }

    @Test
    void aQueryThatWouldBeIgnoredIsRefused() {
        for (String query : List.of(
                "Group=a",
                "group=a&stat=b",
                "=a",
                "group",
                "group=",
                "group=a&group=b",
                "limit=1&limit=2",
                "sensor=&sensor=a")) {
            RefusedException refused = assertThrows(RefusedException.class, () -> request(query), query);
            assertEquals(400, refused.status(), query);
        }
        assertTrue(assertThrows(RefusedException.class, () -> request("stat=b"))
                .problem("/x")
                .remedy()
                .contains("state"));
        assertThrows(IllegalStateException.class, () -> request("state=a").query("undescribed"));
    }

    @Test
    void numbersAndFlagsThatAreNoneAreRefused() {
        AdminRequest request = request("offset=-1&limit=1001&from=x&overwrite=yes");
        assertThrows(RefusedException.class, request::offset);
        assertThrows(RefusedException.class, request::limit);
        assertThrows(RefusedException.class, request::from);
        assertThrows(RefusedException.class, () -> request.flag("overwrite", false));
        assertThrows(RefusedException.class, request("from=-1")::from);
        assertThrows(RefusedException.class, request("limit=%2B7")::limit);
        assertThrows(RefusedException.class, request("limit=%EF%BC%97")::limit);
        assertThrows(RefusedException.class, () -> AdminRequest.id("+7", "no id", "give one"));
        AdminRequest empty = request(null);
        assertEquals(0, empty.offset());
        assertEquals(100, empty.limit());
        assertEquals(0, empty.from());
        assertTrue(empty.flag("default", true));
    }

    @Test
    void aBodyIsReadToTheLastMember() {
        AdminRequest request = sent("Application/JSON; charset=utf-8", "{\"createdBefore\":\"2000-01-01T00:00:00Z\"}");
        assertEquals(PurgeRequest.before(Instant.parse("2000-01-01T00:00:00Z")), request.json(PURGE, "mend it"));
        assertTrue(refusal("{\"createdBfore\":null}").contains("createdBfore"));
        assertTrue(refusal("{} {}").contains("not the JSON of this path: it goes on behind its end"));
        assertTrue(refusal("").contains("not the JSON of this path: the body must be an object"));
        assertTrue(refusal("null").contains("null for a value"));
        assertThrows(
                RefusedException.class,
                () -> sent("application/json", "{\"a\":null}").json(LIMITS, "mend it"));
    }

    @Test
    void whatABodyShouldHaveIsSaidInTheWordsOfJson() {
        String unknown = refusal("{\"composite\":\"Orders\",\n \"createdBfore\":null}");
        assertTrue(unknown.contains("there is no property 'createdBfore'; there are batch, component, "), unknown);
        assertTrue(unknown.contains(", createdBefore, ") && unknown.contains("(line 2, column "), unknown);
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put(
                "{\"createdBefore\":\"soon\"}",
                "'createdBefore' must be an instant, such as \"2026-01-31T12:00:00Z\": 'soon'");
        wrong.put("{\"createdBefore\":{}}", "'createdBefore' must be an instant");
        wrong.put("{\"states\":[\"COMPLETED\",\"OVER\"]}", "'states[1]' must be one of ");
        wrong.put("{\"states\":\"COMPLETED\"}", "'states' must be a list");
        wrong.put("{\"composite\":{}}", "'composite' must be a text");
        wrong.put("{\"dryRun\":\"perhaps\"}", "'dryRun' must be true or false: 'perhaps'");
        wrong.put("{\"batch\":\"many\"}", "'batch' must be a whole number up to 2147483647: 'many'");
        wrong.put("{\"batch\":99999999999}", "'batch' must be a whole number up to 2147483647");
        wrong.put("[]", "the body must be an object");
        wrong.put("{\"composite\":", "it cannot be read as JSON (line 1, column ");
        wrong.put("{composite}", "it cannot be read as JSON (line 1, column ");
        wrong.put("{\"dryRun\":true,\n \"dryRun\":false}", "a property is there twice (line 2, column ");
        wrong.put("{\"" + "x".repeat(10_000) + "\":1}", "x…'; there are batch");
        wrong.put("[".repeat(5_000), "the body must be an object");
        wrong.forEach((body, why) -> {
            String refused = refusal(body);
            assertTrue(refused.contains(why), refused);
            for (String word : List.of("dev.weir", "java.", "Jackson", "StreamRead", "`")) {
                assertFalse(refused.contains(word), refused);
            }
        });
        RefusedException large = assertThrows(
                RefusedException.class,
                () -> sent("application/json", " ".repeat(2 << 20) + "{}").json(PURGE, "mend it"));
        assertEquals(413, large.status());
    }

    @Test
    void aBodyOfAnotherTypeIsNotReadAsJson() {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> sent(type, "{}").json(PURGE, "mend it"), type);
            assertEquals(415, refused.status());
        }
    }
}
