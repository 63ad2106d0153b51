package dev.weir.xml.reader;

import dev.weir.xml.lexical.Swar;
import org.jspecify.annotations.Nullable;

/** Shared strings for the indentation between two tags: a line feed and spaces. */
final class Indentation {
    private static final long SPACES = Swar.pattern(' ');

    /** The strings, indexed by the number of spaces. */
    private static final String[] KNOWN = new String[64];

    static {
        for (int i = 0; i < KNOWN.length; i++) {
            KNOWN[i] = "\n" + " ".repeat(i);
        }
    }

    private Indentation() {}

    /** The indentation that starts with the line feed at an index; null when other text follows. */
    static @Nullable String find(byte[] bytes, int lineFeed, int to) {
        int from = lineFeed + 1;
        int spaces = to - from;
        if (spaces >= KNOWN.length || from + 8 > bytes.length) {
            return null;
        }
        for (int p = from; p <= to - 8; p += 8) {
            if (Swar.at(bytes, p) != SPACES) {
                return null;
            }
        }
        long rest =
                spaces < 8 ? (Swar.at(bytes, from) ^ SPACES) & (1L << 8 * spaces) - 1 : Swar.at(bytes, to - 8) ^ SPACES;
        return rest == 0 ? KNOWN[spaces] : null;
    }
}
