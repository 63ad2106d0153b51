package dev.weir.soap.envelope;

import dev.weir.soap.http.HttpHeaders;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fast Infoset in the place of XML text (ITU-T X.891), as SOAP peers agree on it by media types. It needs the module that has the
 * encoding; where that is missing, nothing here is ever true.
 */
public final class FastInfosetType {
    private static final String SOAP_11 = "application/fastinfoset";
    private static final String SOAP_12 = "application/soap+fastinfoset";

    /** Why a request is refused that its receiver has not got the names for. */
    public static final String UNKNOWN_VOCABULARY =
            "The request in Fast Infoset refers to a vocabulary that this service does not have; send it without.";

    private FastInfosetType() {}

    /** The media type of envelopes of a version. */
    public static String of(EnvelopeFormat format) {
        return format == EnvelopeFormat.SOAP_11 ? SOAP_11 : SOAP_12;
    }

    /** The version that envelopes of a media type are of; null for a type that is not of Fast Infoset. */
    public static @Nullable EnvelopeFormat format(String mediaType) {
        return mediaType.equals(SOAP_11)
                ? EnvelopeFormat.SOAP_11
                : mediaType.equals(SOAP_12) ? EnvelopeFormat.SOAP_12 : null;
    }

    /**
     * True where an Accept field names any of the types, and accepts no text with a higher quality: CXF names the type of SOAP 1.1 in
     * messages of both versions, Metro the one of the version. A quality of zero is a refusal.
     */
    public static boolean isAccepted(@Nullable String accept) {
        if (accept == null || !accept.toLowerCase(Locale.ROOT).contains("fastinfoset")) {
            return false;
        }
        Map<String, Double> ranges = new HashMap<>();
        for (String range : accept.split(",", -1)) {
            ContentType type = ContentType.parse(range);
            ranges.merge(type.mediaType(), HttpHeaders.quality(type.parameter("q")), Math::max);
        }
        double binary = Math.max(ranges.getOrDefault(SOAP_11, 0.0), ranges.getOrDefault(SOAP_12, 0.0));
        double text = Math.max(
                quality(ranges, EnvelopeFormat.SOAP_11.mediaType), quality(ranges, EnvelopeFormat.SOAP_12.mediaType));
        return binary > 0 && binary >= text;
    }

    /** By the range that says most of a type (RFC 9110, section 12.5.1). */
    private static double quality(Map<String, Double> ranges, String mediaType) {
        String kind = mediaType.substring(0, mediaType.indexOf('/')) + "/*";
        return ranges.getOrDefault(mediaType, ranges.getOrDefault(kind, ranges.getOrDefault("*/*", 0.0)));
    }

    /**
     * The version that a reply's envelope is of, where it is in Fast Infoset; null for text. CXF calls faults that it writes in Fast
     * Infoset text, so that where the type is one of text the document counts.
     */
    public static @Nullable EnvelopeFormat ofReply(String mediaType, byte[] document) {
        EnvelopeFormat named = format(mediaType);
        if (named != null || !begins(document)) {
            return named;
        }
        return EnvelopeFormat.ofMediaType(mediaType);
    }

    /**
     * True for a document that begins as one in Fast Infoset, and as none in text, does (ITU-T X.891, 12.6). CXF writes the root of a
     * message with parts so, without a word of it, where both are switched on.
     */
    public static boolean begins(byte[] document) {
        return document.length >= 4
                && document[0] == (byte) 0xE0
                && document[1] == 0
                && document[2] == 0
                && document[3] == 1;
    }

    /** A document in text as one in an encoding. */
    public static byte[] encode(byte[] text, @Nullable String charset, InfosetEncoding encoding) {
        ReadOptions options = EnvelopeReader.options(charset, XmlLimits.DEFAULT);
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(256, text.length / 2));
        try (XmlReader reader = XmlReaders.open(text, 0, text.length, options);
                XmlWriter writer = encoding.defaultEncoding().openWriter(out)) {
            copy(reader, writer);
        }
        return out.toByteArray();
    }

    /** A document in one encoding as the same in another. */
    public static byte[] recode(byte[] document, InfosetEncoding from, InfosetEncoding to) {
        ReadOptions options = EnvelopeReader.options(null, XmlLimits.DEFAULT);
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.length + 256);
        try (XmlReader reader = from.defaultDecoding().openEither(document, 0, document.length, options);
                XmlWriter writer = to.defaultEncoding().openWriter(out)) {
            copy(reader, writer);
        }
        return out.toByteArray();
    }

    private static void copy(XmlReader reader, XmlWriter writer) {
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            writer.copy(reader);
        }
        writer.endDocument();
    }

    /** The encoding; null where its module is not there. */
    public static @Nullable InfosetEncoding encoding() {
        return InfosetEncoding.find(InfosetEncoding.FAST_INFOSET).orElse(null);
    }
}
