package dev.weir.xml.text;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.rule.CanonicalWriter;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Opens readers and writers of XML 1.0 text. Thread-safe. A document with a DOCTYPE is refused unless a {@link DtdPolicy}
 * says otherwise.
 */
public final class XmlText {
    private XmlText() {}

    /** Reads a whole document; the bytes must not change until the reader is closed. */
    public static XmlReader reader(byte[] document) {
        return reader(document, 0, document.length, XmlLimits.DEFAULT);
    }

    /** Reads a slice that holds one whole document. */
    public static XmlReader reader(byte[] bytes, int offset, int length, XmlLimits limits) {
        return reader(bytes, offset, length, limits, DtdPolicy.REFUSE);
    }

    /** As {@link #reader(byte[], int, int, XmlLimits)}, with a say in what is done about a DOCTYPE. */
    public static XmlReader reader(byte[] bytes, int offset, int length, XmlLimits limits, DtdPolicy policy) {
        return reader(
                bytes, offset, length, ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy));
    }

    /** Reads a document as it comes; the caller closes the stream. */
    public static XmlReader reader(InputStream in, XmlLimits limits) {
        return reader(in, limits, DtdPolicy.REFUSE);
    }

    /** As {@link #reader(InputStream, XmlLimits)}, with a say in what is done about a DOCTYPE. */
    public static XmlReader reader(InputStream in, XmlLimits limits, DtdPolicy policy) {
        return reader(in, ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy));
    }

    /** Reads a slice that holds one whole document; the bytes must not change until the reader is closed. */
    public static XmlReader reader(byte[] bytes, int offset, int length, ReadOptions options) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new Utf8Reader(bytes, offset, length, options);
    }

    /** Reads a document as it comes; the caller closes the stream. */
    public static XmlReader reader(InputStream in, ReadOptions options) {
        return new Utf8Reader(in, options);
    }

    /** Reads a document as characters, whatever encoding it declares; the caller closes the source. */
    public static XmlReader reader(Reader in, ReadOptions options) {
        return new Utf8Reader(new ToUtf8(in), options);
    }

    /** Reads what is between the buffer's position and its limit, which stay where they are. */
    public static XmlReader reader(ByteBuffer bytes, ReadOptions options) {
        if (bytes.hasArray()) {
            return reader(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining(), options);
        }
        return reader(new BufferStream(bytes.duplicate()), options);
    }

    /** A reader that is fed. */
    public static XmlFeeder feeder(ReadOptions options) {
        return new Utf8Feeder(options);
    }

    /** Writes UTF-8; the caller closes the stream. */
    public static XmlWriter writer(OutputStream out) {
        return writer(out, WriteOptions.DEFAULT);
    }

    /** Writes bytes; closes the stream only where the options say so. */
    public static XmlWriter writer(OutputStream out, WriteOptions options) {
        return new ScopedWriter(new MarkupWriter(out, options), options);
    }

    /** Writes characters; closes the target only where the options say so. */
    public static XmlWriter writer(Writer out, WriteOptions options) {
        return new ScopedWriter(new MarkupWriter(out, options), options);
    }

    /**
     * Writes a whole document as Canonical XML 1.0 (inclusive, <a href="https://www.w3.org/TR/2001/REC-xml-c14n-20010315">
     * W3C, 2001</a>); the caller closes the stream. Entities must be expanded and defaults supplied by the reader that it
     * comes from, as Weir's readers do.
     *
     * @param comments false to leave comments out
     */
    public static XmlWriter canonicalWriter(OutputStream out, boolean comments) {
        return new CanonicalWriter(new CanonicalMarkup(out), comments);
    }
}
