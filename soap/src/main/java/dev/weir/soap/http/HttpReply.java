package dev.weir.soap.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reply with its whole body: what a handler gives, and what a client gets.
 *
 * @param headers of a handler: without Content-Length and Connection, which the server sets itself; of a client: names
 *     in lower case
 */
public record HttpReply(int status, Map<String, String> headers, byte[] body) {
    private static final byte[] NOTHING = new byte[0];

    /** A reply without body. */
    public static HttpReply of(int status) {
        return new HttpReply(status, Map.of(), NOTHING);
    }

    public static HttpReply of(int status, String contentType, byte[] body) {
        return new HttpReply(status, Map.of("Content-Type", contentType), body);
    }

    public static HttpReply text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public HttpReply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpReply(status, more, body);
    }

    /** A field of a client's reply. */
    public @Nullable String header(String lowerCaseName) {
        return headers.get(lowerCaseName);
    }
}
