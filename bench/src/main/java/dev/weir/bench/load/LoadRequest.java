package dev.weir.bench.load;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A request as bytes on the wire, made once and sent again and again.
 *
 * @param name in reports
 * @param weight its share in a mix, relative to the others'
 * @param wire head and body; not changed by anybody
 * @param status the only status that is right, or {@link #ANY_STATUS}
 * @param check makes the verification of a connection
 */
public record LoadRequest(String name, int weight, byte[] wire, int status, Supplier<ReplyCheck> check) {
    /** In {@link #status}: any is right. */
    static final int ANY_STATUS = 0;

    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
    private static final Set<String> UNSENT = Set.of("HEAD", "CONNECT");
    /** Without a body they have no length either; with others, servers may ask for it. */
    private static final Set<String> BODILESS = Set.of("GET", "DELETE", "OPTIONS", "TRACE");

    public LoadRequest {
        if (weight < 1) {
            throw new IllegalArgumentException("the weight of " + name + " must be at least 1: " + weight);
        }
    }

    /** A request by POST, or by GET if the body is empty, that must be answered by 200. */
    public static LoadRequest of(
            String name, URI target, Map<String, String> headers, byte[] body, Supplier<ReplyCheck> check) {
        return of(name, body.length == 0 ? "GET" : "POST", target, HeaderFields.of(headers), body, check);
    }

    /**
     * A request that must be answered by 200.
     *
     * @param method any but HEAD and CONNECT, whose replies end otherwise than others
     */
    public static LoadRequest of(
            String name, String method, URI target, HeaderFields headers, byte[] body, Supplier<ReplyCheck> check) {
        requireMethod(method);
        URI ascii = URI.create(target.toASCIIString()); // other characters as the octets of their UTF-8, in %XX
        StringBuilder head =
                new StringBuilder(method).append(' ').append(ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath());
        if (ascii.getRawQuery() != null) {
            head.append('?').append(ascii.getRawQuery());
        }
        head.append(" HTTP/1.1\r\n")
                .append(headers.withHost(ascii.getRawAuthority()).lines());
        if (body.length > 0 || !BODILESS.contains(method)) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        ByteArrayOutputStream wire = new ByteArrayOutputStream(head.length() + body.length);
        wire.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        wire.writeBytes(body);
        return new LoadRequest(name, 1, wire.toByteArray(), 200, check);
    }

    /** @throws IllegalArgumentException for a method that the driver does not send */
    static void requireMethod(String method) {
        if (UNSENT.contains(method)) {
            throw new IllegalArgumentException(
                    "the driver does not send " + method + ", whose replies end otherwise than others");
        }
        if (!METHOD.matcher(method).matches()) {
            throw new IllegalArgumentException("a method has capital letters only, like GET: " + Shown.text(method));
        }
    }

    /** The same request with another share. */
    public LoadRequest withWeight(int share) {
        return new LoadRequest(name, share, wire, status, check);
    }

    /** The same request with what is right for it: a status and a body. */
    public LoadRequest answeredBy(int expected, Supplier<ReplyCheck> body) {
        return new LoadRequest(name, weight, wire, expected, body);
    }
}
