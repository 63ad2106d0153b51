package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Opens readers of XML text (XML 1.0 and 1.1) in any encoding. Thread-safe. A document with a DOCTYPE is refused unless
 * a {@link DtdPolicy} allows it.
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

    /** As {@link #open(byte[], int, int, XmlLimits)}, with a policy for a DOCTYPE. */
    public static XmlReader open(byte[] bytes, int offset, int length, XmlLimits limits, DtdPolicy policy) {
        return open(
                bytes, offset, length, ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy));
    }

    /** Reads a document as it comes; the caller closes the stream. */
    public static XmlReader open(InputStream in, XmlLimits limits) {
        return open(in, limits, DtdPolicy.REFUSE);
    }

    /** As {@link #open(InputStream, XmlLimits)}, with a policy for a DOCTYPE. */
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

    /** Reads the bytes between the buffer's position and its limit, which are not changed. */
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
}
