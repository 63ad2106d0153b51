package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.CanonicalWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;

/** Opens readers and writers of fast infoset documents. Thread-safe. */
public final class FastInfoset {
    /** The media type (X.891, annex A). */
    public static final String MEDIA_TYPE = "application/fastinfoset";

    /** The most octets that {@link #isFastInfoset} needs. */
    public static final int DETECTION_OCTETS = 64;

    private FastInfoset() {}

    /** Writes a document; the caller closes the stream. */
    public static FastInfosetWriter writer(OutputStream out) {
        return writer(out, FastInfosetWriteOptions.DEFAULT);
    }

    /** Writes a document; closes the stream only if the options specify it. */
    public static FastInfosetWriter writer(OutputStream out, FastInfosetWriteOptions options) {
        return new FastInfosetWriter(Objects.requireNonNull(out), options);
    }

    /**
     * Writes a document in a canonical form: only the items that Canonical XML 1.0 keeps, in its order, with each run
     * of text in one piece and no typed values. X.891 defines no canonical form; with equal options and vocabularies
     * this one produces equal octets for equal content. The caller closes the stream.
     *
     * @param comments false to leave comments out
     */
    public static XmlWriter canonicalWriter(OutputStream out, FastInfosetWriteOptions options, boolean comments) {
        return new CanonicalWriter(
                new CanonicalInfosetTarget(new InfosetEncoder(Objects.requireNonNull(out), options)), comments);
    }

    /** Writes a document to memory, to be fetched by {@link FastInfosetWriter#toByteArray}. */
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
     * Reads a document incrementally; the caller closes the stream. A document marks its own end: the reader does not
     * wait for data that follows it, but may already have buffered some of it.
     */
    public static XmlReader reader(InputStream in, FastInfosetReadOptions options) {
        return new FastInfosetReader(in, OctetInput.BUFFER_OCTETS, options);
    }

    /** Reads a fast infoset or XML text, detected by the first octets; limits and similar options are those for text. */
    public static XmlReader readerOfEither(
            byte[] octets, int offset, int length, ReadOptions text, FastInfosetReadOptions options) {
        return isFastInfoset(octets, offset, length)
                ? reader(octets, offset, length, options.like(text))
                : XmlReaders.open(octets, offset, length, text);
    }

    /**
     * As {@link #readerOfEither(byte[], int, int, ReadOptions, FastInfosetReadOptions)}. Detection reads no more of the
     * stream than necessary; the caller closes it.
     */
    public static XmlReader readerOfEither(InputStream in, ReadOptions text, FastInfosetReadOptions options) {
        byte[] front = new byte[DETECTION_OCTETS];
        int length = 0;
        try {
            while (mayBegin(front, length)) {
                int octet = in.read();
                if (octet < 0) {
                    break;
                }
                front[length++] = (byte) octet;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        InputStream whole = new Prepended(front, length, in);
        return isFastInfoset(front, 0, length) ? reader(whole, options.like(text)) : XmlReaders.open(whole, text);
    }

    /** True when more octets are needed to decide whether a fast infoset document begins with them. */
    private static boolean mayBegin(byte[] octets, int length) {
        if (isBeginning(octets, length, FastInfosetLayout.MAGIC)) {
            return true;
        }
        for (byte[] declaration : FastInfosetLayout.XML_DECLARATIONS) {
            if (isBeginning(octets, length, declaration)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBeginning(byte[] octets, int length, byte[] of) {
        return length < of.length && Arrays.equals(octets, 0, length, of, 0, length);
    }

    /** A stream of octets that were already read from another stream, followed by the rest of it. */
    private static final class Prepended extends InputStream {
        private final byte[] front;
        private final int length;
        private final InputStream rest;
        private int used;

        private Prepended(byte[] front, int length, InputStream rest) {
            this.front = front;
            this.length = length;
            this.rest = rest;
        }

        @Override
        public int read() throws IOException {
            return used < length ? front[used++] & 0xFF : rest.read();
        }

        @Override
        public int read(byte[] into, int offset, int wanted) throws IOException {
            if (used == length || wanted == 0) {
                return rest.read(into, offset, wanted);
            }
            int given = Math.min(wanted, length - used);
            System.arraycopy(front, used, into, offset, given);
            used += given;
            return given;
        }
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
