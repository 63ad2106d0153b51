package dev.weir.soap.envelope;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An envelope of a peer that is not careful, as a careful one would have sent it: so that what reads envelopes need not know of
 * carelessness. The document itself says which version of SOAP it is, and its encoding; what cannot be a part of it, before its
 * first tag and behind its last, is cut off. Whatever is not well-formed within, or is no envelope, stays as it is, for the
 * reader to refuse.
 *
 * @param contentType of the version that the envelope is of
 * @param document the envelope
 */
public record LaxMessage(String contentType, byte[] document) {
    private static final byte[] DECLARATION = "<?xml".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMENT = "<!--".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMENT_END = "-->".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** In which the encoding of an XML declaration must be found. */
    private static final int DECLARATION_BYTES = 256;

    /**
     * Puts a message right.
     *
     * @param contentType the field as it has come; null for none
     * @param body without a content coding
     * @param limits of documents
     * @return null where the message is to be read as it is: it has parts, is in Fast Infoset, or is no envelope
     */
    public static @Nullable LaxMessage of(@Nullable String contentType, byte[] body, XmlLimits limits) {
        ContentType type = ContentType.parse(contentType);
        if (type.isMultipart() || FastInfosetType.format(type.mediaType()) != null || FastInfosetType.begins(body)) {
            return null;
        }
        byte[] document = body;
        boolean marked = false;
        if (!isUtf16(body)) {
            int from = begin(body);
            int to = end(body, from);
            marked = hasMark(body, from);
            if (from > 0 || to < body.length) {
                document = Arrays.copyOfRange(body, from, to);
            }
        }
        String said = type.parameter("charset");
        String charset =
                marked || isUtf16(body) || said == null || !isSupported(said.strip()) || declaresEncoding(document)
                        ? null
                        : said.strip();
        EnvelopeFormat format = format(document, charset, limits);
        if (format == null) {
            return null;
        }
        String action = format == EnvelopeFormat.SOAP_12 ? type.parameter("action") : null;
        return new LaxMessage(
                format.mediaType
                        + (charset == null ? "" : "; charset=" + charset)
                        + (action == null
                                ? ""
                                : "; action=\"" + action.replace("\\", "\\\\").replace("\"", "\\\"") + "\""),
                document);
    }

    /** The version of the envelope; null for what is none. */
    private static @Nullable EnvelopeFormat format(byte[] document, @Nullable String charset, XmlLimits limits) {
        try (XmlReader reader = EnvelopeReader.reader(document, charset, null, limits)) {
            XmlEvent event = reader.next();
            while (event != XmlEvent.START_ELEMENT && event != XmlEvent.END_DOCUMENT) {
                event = reader.next();
            }
            return event == XmlEvent.START_ELEMENT ? EnvelopeFormat.ofEnvelope(reader.name()) : null;
        } catch (XmlException unreadable) {
            return null; // whoever reads it says what is wrong, and where
        }
    }

    /** By its mark, or by its first two characters, of which each has a NUL; such a document is not cut. */
    private static boolean isUtf16(byte[] body) {
        return body.length >= 4
                && (body[0] == (byte) 0xFE && body[1] == (byte) 0xFF
                        || body[0] == (byte) 0xFF && body[1] == (byte) 0xFE
                        || body[0] == 0 && body[1] == '<' && body[2] == 0
                        || body[0] == '<' && body[1] == 0 && body[3] == 0);
    }

    /** Where the XML declaration is, or the first tag: behind white space, NULs, byte order marks and comments. */
    private static int begin(byte[] body) {
        int at = 0;
        while (at < body.length) {
            if (isEmpty(body[at])) {
                at++;
            } else if (startsWith(body, at, UTF_8_MARK)) {
                at += UTF_8_MARK.length;
            } else if (startsWith(body, at, COMMENT)) {
                int end = at + COMMENT.length;
                while (end < body.length && !startsWith(body, end, COMMENT_END)) {
                    end++;
                }
                at = end == body.length ? end : end + COMMENT_END.length;
            } else {
                return at;
            }
        }
        return 0;
    }

    private static boolean isEmpty(byte one) {
        return one == ' ' || one == '\t' || one == '\r' || one == '\n' || one == 0;
    }

    /** Behind the last {@code >}: a second document behind the first has one too, and stays, to be refused. */
    private static int end(byte[] body, int from) {
        for (int end = body.length; end > from; end--) {
            if (body[end - 1] == '>') {
                return end;
            }
        }
        return body.length;
    }

    private static boolean hasMark(byte[] body, int before) {
        for (int i = 0; i < before; i++) {
            if (startsWith(body, i, UTF_8_MARK)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] body, int at, byte[] wanted) {
        return at + wanted.length <= body.length
                && Arrays.equals(body, at, at + wanted.length, wanted, 0, wanted.length);
    }

    private static boolean declaresEncoding(byte[] document) {
        if (!startsWith(document, 0, DECLARATION)) {
            return false;
        }
        String start =
                new String(document, 0, Math.min(document.length, DECLARATION_BYTES), StandardCharsets.ISO_8859_1);
        int end = start.indexOf("?>");
        return end > 0 && start.substring(0, end).contains("encoding");
    }

    private static boolean isSupported(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
