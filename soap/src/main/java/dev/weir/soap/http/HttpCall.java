package dev.weir.soap.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A POST of a client.
 *
 * @param body must not be changed afterwards; empty where there is a source
 * @param source of a body that is sent piece by piece; null for none. The sender closes it
 * @param replies offered replies that are longer than those that are collected in memory
 * @param timeout for all of it, from waiting for a connection to the last byte of the reply
 */
public record HttpCall(
        URI address,
        Map<String, String> headers,
        byte[] body,
        @Nullable BodySource source,
        ReplySinks replies,
        Duration timeout) {
    private static final byte[] NO_BODY = new byte[0];

    /** A call with a body in memory. */
    public HttpCall(URI address, Map<String, String> headers, byte[] body, ReplySinks replies, Duration timeout) {
        this(address, headers, body, null, replies, timeout);
    }

    /** A call with a body that is sent piece by piece. */
    public HttpCall(URI address, Map<String, String> headers, BodySource source, ReplySinks replies, Duration timeout) {
        this(address, headers, NO_BODY, source, replies, timeout);
    }

    /** Who takes long replies. Called on an event loop: must not block. */
    @FunctionalInterface
    public interface ReplySinks {
        /** All replies are collected in memory. */
        ReplySinks NONE = (status, head, length) -> null;

        /**
         * The sink for the body of a reply, whose {@link HttpReply#body} is empty then; null to have it collected in memory,
         * within the client's limits.
         *
         * @param length of the body, -1 where it is not known
         */
        @Nullable BodySink sink(int status, HttpHeaders head, long length);
    }
}
