package dev.weir.bench.load;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A request as bytes on the wire, made once and sent again and again.
 *
 * @param name in reports
 * @param weight its share in a mix, relative to the others'
 * @param wire head and body; not changed by anybody
 * @param status the only status that is right
 * @param check makes the verification of a connection
 */
public record LoadRequest(String name, int weight, byte[] wire, int status, Supplier<ReplyCheck> check) {
    public LoadRequest {
        if (weight < 1) {
            throw new IllegalArgumentException("the weight of " + name + " must be at least 1: " + weight);
        }
    }

    /** A request by POST, or by GET if the body is empty, that must be answered by 200. */
    public static LoadRequest of(
            String name, URI target, Map<String, String> headers, byte[] body, Supplier<ReplyCheck> check) {
        StringBuilder head = new StringBuilder(body.length == 0 ? "GET " : "POST ")
                .append(target.getRawPath().isEmpty() ? "/" : target.getRawPath());
        if (target.getRawQuery() != null) {
            head.append('?').append(target.getRawQuery());
        }
        head.append(" HTTP/1.1\r\nHost: ").append(target.getRawAuthority()).append("\r\n");
        headers.forEach((field, value) -> {
            if (field.chars().anyMatch(LoadRequest::breaksLine) || value.chars().anyMatch(LoadRequest::breaksLine)) {
                throw new IllegalArgumentException("a header field has a line break: " + field);
            }
            head.append(field).append(": ").append(value).append("\r\n");
        });
        if (body.length > 0) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        ByteArrayOutputStream wire = new ByteArrayOutputStream(head.length() + body.length);
        wire.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        wire.writeBytes(body);
        return new LoadRequest(name, 1, wire.toByteArray(), 200, check);
    }

    /** The same request with another share. */
    public LoadRequest withWeight(int share) {
        return new LoadRequest(name, share, wire, status, check);
    }

    private static boolean breaksLine(int c) {
        return c == '\r' || c == '\n';
    }
}
