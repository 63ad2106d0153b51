package dev.weir.xml.lexical;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Decodes xs:base64Binary (XML Schema 1.1 Part 2, 3.3.16): white space anywhere, padding required, unused bits zero.
 *
 * <p>A long value in one line, or in lines of one length as MIME encoders write them, is decoded by the JDK, which uses the
 * processor's vectors. It is handed pieces that start at index 0 of an array of their own: read from another index, a value can
 * lose bytes at its end on older JDKs (JDK-8321599). All other values, and all that are invalid, take a loop over their digits.
 */
final class Base64Parser {
    /** The length from which the JDK is faster. */
    static final int LONG_VALUE = 256;

    /** The most digits that the JDK is given at once; a multiple of four. Two arrays of about this size stay in the cache. */
    static final int PIECE = 8192;

    /** Longer than what encoders make, which is 76 or less. */
    static final int LONGEST_LINE = 128;

    private static final byte[] VALUES = new byte[256];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < 64; i++) {
            VALUES[SimpleValue.base64Digit(i)] = (byte) i;
        }
    }

    private Base64Parser() {}

    /** Decodes a slice without white space at its ends; null if it is invalid. */
    static byte @Nullable [] parse(byte[] bytes, int from, int to) {
        byte[] value = to - from < LONG_VALUE ? null : parseLines(bytes, from, to);
        return value != null ? value : parseDigits(bytes, from, to);
    }

    /** Decodes lines of one length, except for the last one, with the same number of spaces between them; null for others. */
    private static byte @Nullable [] parseLines(byte[] bytes, int from, int to) {
        int line = lineLength(bytes, from, to);
        int gap = SimpleValue.start(bytes, from + line, to) - from - line;
        int count = to - from - (to - from - 1) / (line + gap) * gap;
        int padding = padding(bytes, to);
        int unused = VALUES[bytes[to - 1 - padding] & 0xFF] & (1 << 2 * padding) - 1;
        if (line % 4 != 0 || count % 4 != 0 || unused != 0) {
            return null;
        }
        byte[] value = new byte[count / 4 * 3 - padding];
        byte[] digits = new byte[Math.min(PIECE / line * line, count)];
        byte[] decoded = new byte[digits.length / 4 * 3];
        int length = 0;
        int p = from;
        while (p < to) {
            int filled = 0;
            while (filled < digits.length && p < to) {
                int some = Math.min(line, to - p);
                System.arraycopy(bytes, p, digits, filled, some);
                filled += some;
                p += some;
                for (int end = Math.min(p + gap, to); p < end; p++) {
                    if (!Characters.isSpace(bytes[p])) {
                        return null;
                    }
                }
            }
            int more;
            try {
                byte[] piece = filled == digits.length ? digits : Arrays.copyOf(digits, filled);
                more = Base64.getDecoder().decode(piece, decoded);
            } catch (IllegalArgumentException other) {
                return null;
            }
            if (p < to && more < decoded.length) {
                return null; // padding in front of other digits
            }
            System.arraycopy(decoded, 0, value, length, more);
            length += more;
        }
        return value;
    }

    private static byte @Nullable [] parseDigits(byte[] bytes, int from, int to) {
        // Exact where there is no white space.
        byte[] out = new byte[(to - from) / 4 * 3 - ((to - from) % 4 == 0 && to > from ? padding(bytes, to) : 0)];
        int length = 0;
        int quantum = 0;
        int held = 0;
        int padding = 0;
        for (int p = from; p < to; p++) {
            byte c = bytes[p];
            int value = VALUES[c & 0xFF];
            if (value >= 0 && padding == 0) {
                quantum = quantum << 6 | value;
                if (++held == 4) {
                    out[length++] = (byte) (quantum >> 16);
                    out[length++] = (byte) (quantum >> 8);
                    out[length++] = (byte) quantum;
                    quantum = 0;
                    held = 0;
                }
            } else if (c == '=') {
                padding++;
            } else if (!Characters.isSpace(c)) {
                return null;
            }
        }
        if (held == 2 && padding == 2 && (quantum & 0xF) == 0) {
            out[length++] = (byte) (quantum >> 4);
        } else if (held == 3 && padding == 1 && (quantum & 0x3) == 0) {
            out[length++] = (byte) (quantum >> 10);
            out[length++] = (byte) (quantum >> 2);
        } else if (held != 0 || padding != 0) {
            return null;
        }
        return length == out.length ? out : Arrays.copyOf(out, length);
    }

    /** The number of padding characters, at most two, that four or more characters end with. */
    private static int padding(byte[] bytes, int to) {
        return bytes[to - 1] != '=' ? 0 : bytes[to - 2] != '=' ? 1 : 2;
    }

    /** The length of the first line; of a piece where there is no white space within the longest line. */
    private static int lineLength(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + LONGEST_LINE);
        for (int p = from; p < end; p++) {
            if (Characters.isSpace(bytes[p])) {
                return p - from;
            }
        }
        return Math.min(to - from, PIECE);
    }
}
