package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.LaxMessage;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpRequest;
import dev.weir.xml.XmlLimits;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests of peers that are not careful, as a careful one would have sent them. */
final class LaxRequest {
    private LaxRequest() {}

    /**
     * The request put right; the same one where it need not be, or cannot be.
     *
     * @param request without a content coding
     */
    static HttpRequest of(HttpRequest request) {
        String type = request.header("Content-Type");
        if (!request.method().equals("POST") || isOfAnotherPage(request, type)) {
            return request;
        }
        LaxMessage message = LaxMessage.of(type, request.body(), XmlLimits.DEFAULT);
        return message == null
                ? request
                : request.with(new Typed(request.headers(), message.contentType()), message.document());
    }

    /**
     * True for what a page in a browser may send to any address, with the user's cookies, without asking: it must have a media
     * type of SOAP, about which browsers ask.
     */
    private static boolean isOfAnotherPage(HttpRequest request, @Nullable String field) {
        return request.header("Origin") != null
                && EnvelopeFormat.ofMediaType(ContentType.parse(field).mediaType()) == null;
    }

    /** The header fields with another Content-Type. */
    private record Typed(HttpHeaders all, String type) implements HttpHeaders {
        private static boolean isType(String name) {
            return name.equalsIgnoreCase("Content-Type");
        }

        @Override
        public @Nullable String value(String name) {
            return isType(name) ? type : all.value(name);
        }

        @Override
        public Collection<String> names() {
            Set<String> names = new LinkedHashSet<>(all.names());
            if (names.stream().noneMatch(Typed::isType)) {
                names.add("Content-Type");
            }
            return names;
        }

        @Override
        public List<String> values(String name) {
            return isType(name) ? List.of(type) : all.values(name);
        }
    }
}
