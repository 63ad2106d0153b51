package dev.weir.xml.reader;

import dev.weir.xml.XmlReader;

/**
 * A reader that is given its document piece by piece and never waits: where what it has does not complete an item,
 * {@link #next} is INCOMPLETE, and the next call of it, after more was fed, gives the item.
 */
public interface XmlFeeder extends XmlReader {
    /**
     * Hands over the next bytes of the document; the array is the reader's until {@link #needsInput} says true again.
     *
     * @throws IllegalStateException while earlier bytes are not taken up, or after {@link #endOfInput}
     */
    void feed(byte[] bytes, int offset, int length);

    /** True where {@link #feed} may be called. */
    boolean needsInput();

    /** Says that the document ends after what was fed. */
    void endOfInput();
}
