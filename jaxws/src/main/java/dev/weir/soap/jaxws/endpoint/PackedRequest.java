package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpRequest;
import dev.weir.xml.XmlException;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests as handlers and providers look at them: envelopes in text, without a content coding. */
final class PackedRequest {
    /** A body that unpacks to more is refused; the same bound as the HTTP server's default for bodies that are not packed. */
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    /** Text that a short message in Fast Infoset may stand for; a longer one, {@link #EXPANSION} times its length. */
    private static final int SMALL_TEXT_BYTES = 256 * 1024;

    private static final int EXPANSION = 8;

    private PackedRequest() {}

    /**
     * The request without its content coding, and in text; the same one where it is so already.
     *
     * @param fastInfoset null where that is not spoken
     * @throws BodyRefusedException where it cannot be unpacked
     */
    static HttpRequest unpack(HttpRequest request, @Nullable InfosetEncoding fastInfoset) {
        try {
            byte[] body = ContentCoding.unpacked(request, MAX_BYTES);
            EnvelopeFormat format = fastInfoset == null ? null : format(request);
            String type = null;
            if (fastInfoset != null && format != null) {
                if (fastInfoset.refersToVocabulary(body)) {
                    throw new BodyRefusedException(
                            MessageVocabulary.UNKNOWN_STATUS, FastInfosetType.UNKNOWN_VOCABULARY);
                }
                type = format.contentType();
                body = FastInfosetType.decode(body, fastInfoset, textBytes(body.length));
            }
            return body == request.body()
                    ? request
                    : new HttpRequest(
                            request.method(),
                            request.target(),
                            new Unpacked(request.headers(), type),
                            body,
                            request.peer(),
                            request.memory(),
                            request.client());
        } catch (XmlException e) {
            throw new BodyRefusedException(400, "The request cannot be read as Fast Infoset: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null for a type that is not of Fast Infoset. */
    static @Nullable EnvelopeFormat format(HttpRequest request) {
        return FastInfosetType.format(
                ContentType.parse(request.header("Content-Type")).mediaType());
    }

    /** What text a message in Fast Infoset may become. */
    static long textBytes(long bytes) {
        return Math.min(MAX_BYTES, Math.max(SMALL_TEXT_BYTES, EXPANSION * bytes));
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
