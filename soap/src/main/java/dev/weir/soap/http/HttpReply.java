package dev.weir.soap.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A reply: what a handler gives, and what a client gets.
 *
 * @param headers of a handler: without those of the connection ({@link HeaderFields#isOfTheConnection}), which the server
 *     sets itself, and does not take from here; several cookies (set-cookie) with a line feed between, as they cannot be
 *     a list with commas; of a client: names in lower case, the values of a repeated field with a line feed between
 * @param body the whole body; empty where there is a source. Nobody changes it once the reply is given
 * @param source of a body that is sent piece by piece, or pushed ({@link PushedBody}); null for none. Whoever gets the reply closes it
 */
public record HttpReply(
        int status,
        Map<String, String> headers,
        byte[] body,
        @Nullable BodySource source) {
    private static final byte[] NOTHING = new byte[0];

    /** A reply with its whole body. */
    public HttpReply(int status, Map<String, String> headers, byte[] body) {
        this(status, headers, body, null);
    }

    /** A reply without body. */
    public static HttpReply of(int status) {
        return new HttpReply(status, Map.of(), NOTHING);
    }

    public static HttpReply of(int status, String contentType, byte[] body) {
        return new HttpReply(status, Map.of("Content-Type", contentType), body);
    }

    /** A reply whose body is sent piece by piece, or pushed. */
    public static HttpReply of(int status, String contentType, BodySource source) {
        return new HttpReply(status, Map.of("Content-Type", contentType), NOTHING, source);
    }

    public static HttpReply text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** What is answered where nobody is at a path. */
    public static HttpReply nothingHere() {
        return text(404, "There is nothing at this path.\n");
    }

    public HttpReply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpReply(status, more, body, source);
    }

    /**
     * Gives the fields to the head of a message, but for those of the connection, which whoever writes the message sets itself.
     *
     * @param set takes name and value of a field, which may replace one that the head has
     * @param add takes a field of which there may be several: a cookie
     */
    public void writeFields(BiConsumer<String, String> set, BiConsumer<String, String> add) {
        headers.forEach((name, value) -> {
            if (HeaderFields.isCookie(name)) {
                for (String cookie : value.split("\n")) {
                    add.accept(name, cookie);
                }
            } else if (!HeaderFields.isOfTheConnection(name)) {
                set.accept(name, value);
            }
        });
    }

    /** The reply; something is released when it has been sent, and at once where it has its body already. */
    public HttpReply releasing(Runnable further) {
        BodySource sent = source;
        if (sent == null) {
            further.run();
            return this;
        }
        return new HttpReply(status, headers, body, sent.releasing(further));
    }

    /** Releases the source of a reply that is not sent, or not read. */
    public void discard() {
        BodySource unsent = source;
        if (unsent != null) {
            unsent.close();
        }
    }

    /** A field of a client's reply; of a repeated one the first value. */
    public @Nullable String header(String lowerCaseName) {
        String values = headers.get(lowerCaseName);
        int end = values == null ? -1 : values.indexOf('\n');
        return values == null || end < 0 ? values : values.substring(0, end);
    }

    /** All values of a field of a client's reply, in order. */
    public List<String> values(String lowerCaseName) {
        String values = headers.get(lowerCaseName);
        return values == null ? List.of() : List.of(values.split("\n", -1));
    }
}
