package dev.weir.server.health;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the form of MicroProfile Health: 200 and {@code UP}, or 503 and {@code DOWN}. They name the checks and no
 * reasons, since everybody may ask; at most they say where to look.
 */
final class HealthReply {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HealthReply() {}

    /**
     * One of the checks.
     *
     * @param alert why somebody should look although it succeeded, and where; null where nobody need to
     */
    record Check(String name, boolean succeeded, @Nullable String alert) {
        Check(String name, boolean succeeded) {
            this(name, succeeded, null);
        }
    }

    static HttpReply of(List<Check> checks) {
        boolean up = checks.stream().allMatch(Check::succeeded);
        ObjectNode reply = JSON.createObjectNode().put("status", word(up));
        ArrayNode list = reply.putArray("checks");
        for (Check check : checks) {
            ObjectNode entry = list.addObject().put("name", check.name()).put("status", word(check.succeeded()));
            if (check.alert() != null) {
                entry.putObject("data").put("alert", check.alert());
            }
        }
        try {
            return HttpReply.of(up ? 200 : 503, "application/json", JSON.writeValueAsBytes(reply))
                    .with("Cache-Control", "no-store");
        } catch (JacksonException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String word(boolean up) {
        return up ? "UP" : "DOWN";
    }

    /** What is answered to anything but a GET or HEAD; null for these. */
    static @Nullable HttpReply refusal(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD")
                ? null
                : HttpReply.text(405, "Send a GET.\n").with("Allow", "GET, HEAD");
    }
}
