package dev.weir.xml.reader;

import dev.weir.xml.lexical.Swar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a name in a tag, delimiters included, prepared for comparison with the input word by word. */
final class TagPattern {
    /** The most bytes that {@link #matches} reads, however long the tag is. */
    static final int LOOK_AHEAD = 24;

    /** A pattern that never matches. */
    static final TagPattern NOWHERE = new TagPattern();

    private final byte[] bytes;
    private final long head;
    private final long mask;
    private final long middle;
    private final long tail;

    /** The length in bytes. */
    final int length;

    private TagPattern() {
        bytes = new byte[0];
        head = 0;
        mask = -1;
        middle = 0;
        tail = 0;
        length = 0;
    }

    TagPattern(String before, byte[] name, String after) {
        length = before.length() + name.length + after.length();
        bytes = new byte[Math.max(length, LOOK_AHEAD)];
        System.arraycopy(before.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, before.length());
        System.arraycopy(name, 0, bytes, before.length(), name.length);
        System.arraycopy(after.getBytes(StandardCharsets.US_ASCII), 0, bytes, length - after.length(), after.length());
        head = Swar.at(bytes, 0);
        mask = length >= 8 ? -1 : (1L << 8 * length) - 1;
        middle = Swar.at(bytes, 8);
        tail = length > 8 ? Swar.at(bytes, length - 8) : 0;
    }

    /**
     * True when the input at an index matches; the caller passes the first word there, which is not zero, and ensures
     * that {@link #LOOK_AHEAD} bytes are buffered.
     */
    boolean matches(long first, byte[] b, int p, int end) {
        if (((first ^ head) & mask) != 0) {
            return false;
        }
        int n = length;
        return n <= 8
                || (n <= LOOK_AHEAD
                        ? Swar.at(b, p + n - 8) == tail && (n <= 16 || Swar.at(b, p + 8) == middle)
                        : n <= end - p && Arrays.equals(b, p, p + n, bytes, 0, n));
    }
}
