package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.CanonicalTextTarget;
import dev.weir.xml.writer.CanonicalWriter;
import dev.weir.xml.writer.MarkupWriter;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlTextWriter;
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
public final class XmlReaders {
    private XmlReaders() {}

    /** Reads a whole document; the bytes must not change until the reader is closed. */
    public static XmlReader open(byte[] document) {
        return open(document, 0, document.length, XmlLimits.DEFAULT);
    }

    /** Reads a slice that holds one whole document. */
    public static XmlReader open(byte[] bytes, int offset, int length, XmlLimits limits) {
        return open(bytes, offset, length, limits, DtdPolicy.REFUSE);
    }

    /** As {@link #open(byte[], int, int, XmlLimits)}, with a say in what is done about a DOCTYPE. */
    public static XmlReader open(byte[] bytes, int offset, int length, XmlLimits limits, DtdPolicy policy) {
        return open(
                bytes, offset, length, ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy));
    }

    /** Reads a document as it comes; the caller closes the stream. */
    public static XmlReader open(InputStream in, XmlLimits limits) {
        return open(in, limits, DtdPolicy.REFUSE);
    }

    /** As {@link #open(InputStream, XmlLimits)}, with a say in what is done about a DOCTYPE. */
    public static XmlReader open(InputStream in, XmlLimits limits, DtdPolicy policy) {
        return open(in, ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy));
    }

    /** Reads a slice that holds one whole document; the bytes must not change until the reader is closed. */
    public static XmlReader open(byte[] bytes, int offset, int length, ReadOptions options) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new XmlTextReader(bytes, offset, length, options);
    }

    /** Reads a document as it comes; the caller closes the stream. */
    public static XmlReader open(InputStream in, ReadOptions options) {
        return new XmlTextReader(in, options);
    }

    /** Reads a document as characters, whatever encoding it declares; the caller closes the source. */
    public static XmlReader open(Reader in, ReadOptions options) {
        return new XmlTextReader(new TranscodingInputStream(in), options);
    }

    /** Reads what is between the buffer's position and its limit, which stay where they are. */
    public static XmlReader open(ByteBuffer bytes, ReadOptions options) {
        if (bytes.hasArray()) {
            return open(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining(), options);
        }
        return open(new ByteBufferInputStream(bytes.duplicate()), options);
    }

    /** A reader that is fed. */
    public static XmlFeeder feeder(ReadOptions options) {
        return new XmlTextFeeder(options);
    }

    /** Writes UTF-8; the caller closes the stream. */
    public static XmlWriter writer(OutputStream out) {
        return writer(out, WriteOptions.DEFAULT);
    }

    /** Writes bytes; closes the stream only where the options say so. */
    public static XmlWriter writer(OutputStream out, WriteOptions options) {
        return new XmlTextWriter(new MarkupWriter(out, options), options);
    }

    /** Writes characters; closes the target only where the options say so. */
    public static XmlWriter writer(Writer out, WriteOptions options) {
        return new XmlTextWriter(new MarkupWriter(out, options), options);
    }

    /**
     * Writes a whole document as Canonical XML 1.0 (inclusive, <a href="https://www.w3.org/TR/2001/REC-xml-c14n-20010315">
     * W3C, 2001</a>); the caller closes the stream. Entities must be expanded and defaults supplied by the reader that it
     * comes from, as Weir's readers do.
     *
     * @param comments false to leave comments out
     */
    public static XmlWriter canonicalWriter(OutputStream out, boolean comments) {
        return new CanonicalWriter(new CanonicalTextTarget(out), comments);
    }
}
