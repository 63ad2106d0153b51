package dev.weir.xml.reader;

import dev.weir.xml.lexical.Swar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A name as it may stand in a tag, delimiters included, made to be compared with what does stand there word by word. */
final class TagPattern {
    /** How many bytes {@link #matches} may look at, however long the tag. */
    static final int LOOK_AHEAD = 24;

    /** Stands nowhere. */
    static final TagPattern NOWHERE = new TagPattern();

    private final byte[] bytes;
    private final long head;
    private final long mask;
    private final long middle;
    private final long tail;

    /** In bytes. */
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
     * True where it stands at an index, at which the first word, which is not zero, is given; {@link #LOOK_AHEAD} bytes
     * must be at hand.
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
