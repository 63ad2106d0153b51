package dev.weir.server.health;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the form of MicroProfile Health: 200 and {@code UP}, or 503 and {@code DOWN}. They name the checks and no
 * reasons, since everybody may ask.
 */
final class HealthReply {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HealthReply() {}

    /** @param checks whether each succeeded, by its name */
    static HttpReply of(Map<String, Boolean> checks) {
        boolean up = !checks.containsValue(false);
        ObjectNode reply = JSON.createObjectNode().put("status", word(up));
        ArrayNode list = reply.putArray("checks");
        checks.forEach((name, succeeded) -> list.addObject().put("name", name).put("status", word(succeeded)));
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
