package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlWriter;
import dev.weir.xml.rule.CanonicalWriter;
import java.io.OutputStream;
import dev.weir.xml.XmlReader;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/** Opens readers and writers of fast infoset documents. Thread-safe. */
public final class FastInfoset {
    /** The media type (X.891, annex A). */
    public static final String MEDIA_TYPE = "application/fastinfoset";

    /** As many octets as {@link #isFastInfoset} needs, at most. */
    public static final int DETECTION_OCTETS = 64;

    private FastInfoset() {}

    /** Writes a document; the caller closes the stream. */
    public static FastInfosetWriter writer(OutputStream out) {
        return writer(out, FastInfosetWriteOptions.DEFAULT);
    }

    /** Writes a document; closes the stream only where the options say so. */
    public static FastInfosetWriter writer(OutputStream out, FastInfosetWriteOptions options) {
        return new FastInfosetWriter(Objects.requireNonNull(out), options);
    }

    /**
     * Writes a document in one form for all that hold the same: what Canonical XML 1.0 keeps and no more, in its order, each
     * run of text in one piece, all of it characters. X.891 has no such form; with equal options and vocabularies this
     * one gives equal octets. The caller closes the stream.
     *
     * @param comments false to leave comments out
     */
    public static XmlWriter canonicalWriter(OutputStream out, FastInfosetWriteOptions options, boolean comments) {
        return new CanonicalWriter(
                new CanonicalInfoset(new InfosetEncoder(Objects.requireNonNull(out), options)), comments);
    }

    /** Writes a document that {@link FastInfosetWriter#toByteArray} then gives. */
    public static FastInfosetWriter writer(FastInfosetWriteOptions options) {
        return new FastInfosetWriter(null, options);
    }

    /** Reads a whole document; the octets must not change until the reader is closed. */
    public static XmlReader reader(byte[] document) {
        return reader(document, 0, document.length, FastInfosetReadOptions.DEFAULT);
    }

    /** Reads a slice that holds one whole document; the octets must not change until the reader is closed. */
    public static XmlReader reader(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        return new FastInfosetReader(octets, offset, length, options);
    }

    /**
     * Reads a document as it comes; the caller closes the stream. A document says where it ends: what follows it in the
     * stream is not asked for, though some of it may have been taken up already.
     */
    public static XmlReader reader(InputStream in, FastInfosetReadOptions options) {
        return new FastInfosetReader(in, OctetInput.BUFFER_OCTETS, options);
    }

    /**
     * True where octets are the beginning of a fast infoset document (12.6 and 12.7), whether or not an XML declaration is
     * in front (12.3). Of a longer document {@value #DETECTION_OCTETS} octets are enough.
     */
    public static boolean isFastInfoset(byte[] octets, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        if (begins(FastInfosetLayout.MAGIC, octets, offset, length)) {
            return true;
        }
        for (byte[] declaration : FastInfosetLayout.XML_DECLARATIONS) {
            if (begins(declaration, octets, offset, length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(byte[] wanted, byte[] octets, int offset, int length) {
        return length >= wanted.length
                && Arrays.equals(octets, offset, offset + wanted.length, wanted, 0, wanted.length);
    }
}
