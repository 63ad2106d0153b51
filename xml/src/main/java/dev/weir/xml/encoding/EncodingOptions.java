package dev.weir.xml.encoding;

import dev.weir.xml.XmlWriter;
import java.io.OutputStream;

/** How documents in an {@link InfosetEncoding} are written. Immutable. */
public interface EncodingOptions {
    /**
     * Writes a document item by item.
     *
     * @param closingTarget {@link ItemEncoder#close} closes the stream as well
     */
    ItemEncoder open(OutputStream out, boolean closingTarget);

    /** Writes a document by the interface for XML text, which chooses prefixes; the caller closes the stream. */
    XmlWriter openWriter(OutputStream out);
}
