package dev.weir.xml.reader;

import dev.weir.xml.XmlReader;

/**
 * A non-blocking reader that is fed its document piece by piece: when the bytes so far do not complete an item, {@link
 * #next} returns INCOMPLETE, and returns the item when called again after more was fed.
 */
public interface XmlFeeder extends XmlReader {
    /**
     * Passes the next bytes of the document; the array belongs to the reader until {@link #needsInput} returns true
     * again.
     *
     * @throws IllegalStateException while earlier bytes are not taken up, or after {@link #endOfInput}
     */
    void feed(byte[] bytes, int offset, int length);

    /** True when {@link #feed} may be called. */
    boolean needsInput();

    /** Signals that the document ends after the bytes fed so far. */
    void endOfInput();
}
