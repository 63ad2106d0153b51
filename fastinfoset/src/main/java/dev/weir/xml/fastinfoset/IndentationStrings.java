package dev.weir.xml.fastinfoset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Shared strings for the white space between indented tags, a line end and spaces: one string for each length. */
final class IndentationStrings {
    private static final int LONGEST = 128;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SPACES = ' ' * 0x0101010101010101L;
    private static final long FIRST = SPACES - ' ' + '\n';
    private static final String[] TEXTS = new String[LONGEST + 1];

    static {
        for (int length = 1; length <= LONGEST; length++) {
            TEXTS[length] = "\n" + " ".repeat(length - 1);
        }
    }

    private IndentationStrings() {}

    /** @param octets at least one, and eight octets more from {@code to} on */
    static boolean is(byte[] octets, int from, int to) {
        long wrong = (long) LONGS.get(octets, from) ^ FIRST;
        int p = from;
        while (p < to - 8) {
            p += 8;
            long next = (long) LONGS.get(octets, p) ^ SPACES;
            if (wrong != 0) {
                return false;
            }
            wrong = next;
        }
        return wrong << 8 * (8 - (to - p)) == 0 && to - from <= LONGEST;
    }

    /** @param length of one for which {@link #is} is true */
    static String text(int length) {
        return TEXTS[length];
    }
}
