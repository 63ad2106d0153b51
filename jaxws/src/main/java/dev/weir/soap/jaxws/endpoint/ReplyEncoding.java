package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.xml.XmlException;
import dev.weir.xml.encoding.InfosetEncoding;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last that happens to replies which handlers or a provider have written in text: a caller that speaks Fast Infoset gets an
 * envelope so. Messages with parts are left as they are. Immutable.
 *
 * @param fastInfoset null where it is not spoken
 */
record ReplyEncoding(@Nullable InfosetEncoding fastInfoset) {
    /**
     * A reply as its caller wants it.
     *
     * @param request as it came
     * @param reply with an envelope in UTF-8, where it has one
     * @throws XmlException where what it has is none
     */
    HttpReply encoded(HttpRequest request, HttpReply reply) {
        EnvelopeFormat format = request.method().equals("POST") ? format(reply) : null;
        if (format == null) {
            return reply;
        }
        InfosetEncoding encoding = fastInfoset;
        if (encoding == null || !isWanted(request)) {
            SoapTraffic.countSent(Encoding.TEXT, reply.body().length);
            return reply;
        }
        byte[] envelope = FastInfosetType.encode(reply.body(), "UTF-8", encoding);
        SoapTraffic.countSent(Encoding.FAST_INFOSET, envelope.length);
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(reply.headers());
        fields.put("Content-Type", FastInfosetType.of(format));
        return new HttpReply(reply.status(), fields, envelope);
    }

    private static boolean isWanted(HttpRequest request) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        return FastInfosetType.format(type.mediaType()) != null || FastInfosetType.isAccepted(request.list("Accept"));
    }

    /** Of an envelope alone; null for anything else. */
    static @Nullable EnvelopeFormat format(HttpReply reply) {
        String type = reply.headers().get("Content-Type");
        if (type == null || reply.source() != null || reply.body().length == 0) {
            return null;
        }
        return EnvelopeFormat.ofMediaType(ContentType.parse(type).mediaType());
    }
}
