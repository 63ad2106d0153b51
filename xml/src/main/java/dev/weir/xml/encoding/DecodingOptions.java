package dev.weir.xml.encoding;

import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ReadOptions;
import java.io.InputStream;

/** How documents in an {@link InfosetEncoding} are read. Immutable. */
public interface DecodingOptions {
    /**
     * Reads a document in this encoding or one of XML text, distinguished by the first octets; limits and the like are those
     * for text. The octets must not change until the reader is closed.
     */
    XmlReader openEither(byte[] octets, int offset, int length, ReadOptions text);

    /**
     * As {@link #openEither(byte[], int, int, ReadOptions)}. Takes no more octets from the stream than it needs to distinguish
     * the two; the caller closes the stream.
     */
    XmlReader openEither(InputStream in, ReadOptions text);
}
