package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.mtom.MimeBody;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.XopPackage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How replies of handlers and providers are sent: an envelope in text alone, or as the root of a message with attachments, read when
 * the peer takes them. Immutable.
 *
 * @param mtom true where replies are XOP packages always. Values that are base64 in the envelope stay so, as XOP allows
 */
public record ReplyForm(boolean mtom) {
    /** What a reply is made of; one that is a message with parts has them as {@link MimeBody}. */
    static MimeBody.Envelope envelope(HttpReply reply) {
        return reply.source() instanceof MimeBody parts
                ? parts.envelope()
                : new MimeBody.Envelope(reply.body(), List.of());
    }

    /**
     * A reply as it is sent.
     *
     * @param before has the header fields, and what is to be released when the reply has been sent
     * @param envelope in UTF-8
     */
    public HttpReply reply(
            int status, HttpReply before, EnvelopeFormat format, byte[] envelope, List<MimePart> attachments) {
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(before.headers());
        if (attachments.isEmpty() && (!mtom || status >= 400)) {
            before.discard();
            if (before.source() != null || !fields.containsKey("Content-Type")) {
                fields.put("Content-Type", format.contentType());
            }
            return new HttpReply(status, fields, envelope);
        }
        HttpReply sent =
                body(format, envelope, attachments).releasing(before::discard).reply(status);
        fields.putAll(sent.headers());
        return new HttpReply(status, fields, sent.body(), sent.source());
    }

    /** A reply that handlers are to look at before it is sent. */
    public static HttpReply separate(int status, EnvelopeFormat format, byte[] envelope, List<MimePart> attachments) {
        if (attachments.isEmpty()) {
            return HttpReply.of(status, format.contentType(), envelope);
        }
        MimeBody body = new ReplyForm(false).body(format, envelope, attachments);
        return HttpReply.of(status, body.contentType(), body);
    }

    private MimeBody body(EnvelopeFormat format, byte[] envelope, List<MimePart> attachments) {
        XopPackage packing = mtom ? new XopPackage(0) : XopPackage.ofReferences();
        attachments.forEach(packing::attach);
        return packing.body(envelope, format.mediaType, "");
    }
}
