package dev.weir.soap.client;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpCall;
import dev.weir.soap.mtom.MimeBody;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is sent: its fields, and its body in memory or, with long parts, piece by piece.
 *
 * @param whole the body; null where there is a source
 */
record EncodedRequest(
        Map<String, String> fields,
        byte @Nullable [] whole,
        @Nullable MimeBody source) {
    /** A request with parts up to this length is put together in memory. */
    private static final int WHOLE_BYTES = 1024 * 1024;

    private static final int PACKED_BYTES = 1024;

    /**
     * Writes an envelope.
     *
     * @param action of SOAPAction
     * @param fastInfoset that the request is in; null for text
     * @throws IOException where binary content cannot be read
     */
    static EncodedRequest write(
            EnvelopeFormat format,
            String action,
            List<XmlElement> headers,
            Consumer<XmlWriter> body,
            ClientEncodings encodings,
            @Nullable InfosetEncoding fastInfoset)
            throws IOException {
        Map<String, String> fields = fields(format, action, encodings);
        if (encodings.mtom()) {
            XopPackage packing = new XopPackage(encodings.attachments().threshold());
            byte[] root = EnvelopeWriter.write(format, headers, body, out -> packing.writer(XmlWriters.open(out)));
            MimeBody parts = packing.body(root, format.mediaType, format == EnvelopeFormat.SOAP_12 ? action : "");
            fields.put("Content-Type", parts.contentType());
            byte[] whole = parts.whole(WHOLE_BYTES);
            SoapTraffic.countSent(Encoding.MTOM, whole == null ? 0 : whole.length);
            return new EncodedRequest(fields, whole, whole == null ? parts : null);
        }
        if (fastInfoset != null) {
            byte[] document = EnvelopeWriter.write(format, headers, body, fastInfoset.defaultEncoding()::openWriter);
            fields.put("Content-Type", contentType(FastInfosetType.of(format), format, action));
            SoapTraffic.countSent(Encoding.FAST_INFOSET, document.length);
            return new EncodedRequest(fields, document, null);
        }
        byte[] document = EnvelopeWriter.write(format, headers, body);
        ContentCoding packing = document.length >= PACKED_BYTES ? encodings.packing() : null;
        if (packing != null) {
            fields.put("Content-Encoding", packing.fieldName());
            document = packing.pack(document);
        }
        SoapTraffic.countSent(SoapTraffic.ofText(packing), document.length);
        return new EncodedRequest(fields, document, null);
    }

    /**
     * The binding's action goes with each message, also beside another one in the header. WS-Addressing 1.0 SOAP Binding,
     * section 5.2.1, would have none then, but receivers that dispatch by it would not find the operation.
     */
    private static Map<String, String> fields(EnvelopeFormat format, String action, ClientEncodings encodings) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Content-Type", contentType(format.contentType(), format, action));
        if (format == EnvelopeFormat.SOAP_11) {
            fields.put("SOAPAction", quoted(action));
        }
        boolean offered = encodings.fastInfoset() != FastInfoset.NONE;
        fields.put(
                "Accept",
                (offered ? FastInfosetType.of(format) + ", " : "") + format.mediaType + ", " + MimeMessage.MEDIA_TYPE);
        if (encodings.packing() != null) {
            fields.put("Accept-Encoding", ContentCoding.offer());
        }
        return fields;
    }

    private static String contentType(String type, EnvelopeFormat format, String action) {
        return format == EnvelopeFormat.SOAP_11 || action.isEmpty() ? type : type + "; action=" + quoted(action);
    }

    private static String quoted(String action) {
        return "\"" + action.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    HttpCall call(URI address, HttpCall.ReplySinks replies, Duration timeout) {
        if (whole != null) {
            return new HttpCall(address, fields, whole, replies, timeout);
        }
        if (source == null) {
            throw new IllegalStateException("a request has a body or a source of one");
        }
        return new HttpCall(address, fields, source, replies, timeout);
    }
}
