package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests as handlers and providers look at them: without a content coding. */
final class PackedRequest {
    /** A body that unpacks to more is refused; the same bound as the HTTP server's default for bodies that are not packed. */
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    private PackedRequest() {}

    /**
     * The request without its content coding; the same one where it has none.
     *
     * @throws BodyRefusedException where it cannot be unpacked
     */
    static HttpRequest unpack(HttpRequest request) {
        try {
            byte[] body = ContentCoding.unpacked(request, MAX_BYTES);
            return body == request.body() ? request : request.with(new Unpacked(request.headers(), null), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The header fields but for Content-Encoding.
     *
     * @param type in the place of the Content-Type; null for the one that there is
     */
    record Unpacked(HttpHeaders all, @Nullable String type) implements HttpHeaders {
        private static boolean isCoding(String name) {
            return name.equalsIgnoreCase("Content-Encoding");
        }

        private static boolean isType(String name) {
            return name.equalsIgnoreCase("Content-Type");
        }

        @Override
        public @Nullable String value(String name) {
            return isCoding(name) ? null : type != null && isType(name) ? type : all.value(name);
        }

        @Override
        public Collection<String> names() {
            return all.names().stream().filter(name -> !isCoding(name)).toList();
        }

        @Override
        public List<String> values(String name) {
            return isCoding(name) ? List.of() : type != null && isType(name) ? List.of(type) : all.values(name);
        }
    }
}
