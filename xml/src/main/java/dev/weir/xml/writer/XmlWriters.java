package dev.weir.xml.writer;

import dev.weir.xml.XmlWriter;
import java.io.OutputStream;
import java.io.Writer;

/** Opens writers of XML text. Thread-safe. */
public final class XmlWriters {
    private XmlWriters() {}

    /** Writes UTF-8; the caller closes the stream. */
    public static XmlWriter open(OutputStream out) {
        return open(out, WriteOptions.DEFAULT);
    }

    /** Writes bytes; closes the stream only if the options specify it. */
    public static XmlWriter open(OutputStream out, WriteOptions options) {
        return new XmlTextWriter(new MarkupWriter(out, options), options);
    }

    /** Writes characters; closes the target only if the options specify it. */
    public static XmlWriter open(Writer out, WriteOptions options) {
        return new XmlTextWriter(new MarkupWriter(out, options), options);
    }

    /**
     * Writes a whole document as Canonical XML 1.0 (inclusive, <a href="https://www.w3.org/TR/2001/REC-xml-c14n-20010315">
     * W3C, 2001</a>); the caller closes the stream. The reader that the items come from must expand entities and supply
     * defaults, as Weir's readers do.
     *
     * @param comments false to leave comments out
     */
    public static XmlWriter openCanonical(OutputStream out, boolean comments) {
        return new CanonicalWriter(new CanonicalTextTarget(out), comments);
    }
}
