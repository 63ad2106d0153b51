package dev.weir.xml.writer;

import dev.weir.xml.lexical.Swar;

/**
 * The escaping of ASCII characters by context: each context has a table with zero for a character that is written
 * literally, and one of the constants here for the others.
 */
final class EscapeTable {
    /** Written as a character reference. */
    static final byte REFERENCE = 1;

    /** Not allowed in any document. */
    static final byte FORBIDDEN = 2;

    /** A carriage return in a context without references. */
    static final byte LOST = 3;

    /** Written as a predefined entity, or as a reference in its place. */
    static final byte ENTITY = 4;

    /** A greater-than sign that is an entity only where it may end {@code ]]>}. */
    static final byte AFTER_BRACKET = 5;

    private static final int ASCII = 128;

    // Bytes, eight times over: a sum has the high bit unless the byte it is of was zero, or below 0x20

    private static final long HIGHS = Swar.pattern(0x80);
    private static final long SEVENS = Swar.pattern(0x7F);
    private static final long CONTROLS = Swar.pattern(0x60);
    private static final long THREES = Swar.pattern('<' ^ '?');
    private static final long FOURS = Swar.pattern('&' ^ '"');
    private static final long QUESTION = Swar.pattern('?');
    private static final long AMPERSAND = Swar.pattern('&');
    private static final long LEAD = Swar.pattern(0xEF);

    // Characters that the fast copy excludes under any options: those that may be special, and non-ASCII ones

    private static final byte[] TEXT_STOPS = new byte[256];
    private static final byte[] VALUE_STOPS = new byte[256];

    private static final EscapeTable[] ALL = new EscapeTable[32];

    static {
        for (int c = 0; c < TEXT_STOPS.length; c++) {
            boolean never = c < 0x20 || c >= 0x7F || c == '<' || c == '&';
            TEXT_STOPS[c] = (byte) (never && c != '\t' && c != '\n' || c == '>' ? 1 : 0);
            VALUE_STOPS[c] = (byte) (never || c == '"' ? 1 : 0);
        }
        for (int i = 0; i < ALL.length; i++) {
            ALL[i] = new EscapeTable((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0, (i & 16) != 0);
        }
    }

    final byte[] text = new byte[ASCII];
    final byte[] attribute = new byte[ASCII];

    /** CDATA sections, comments, processing instructions. */
    final byte[] literal = new byte[ASCII];

    private EscapeTable(boolean xml11, boolean escapingCr, boolean losingCr, boolean checking, boolean escapingGt) {
        for (int c = 0; c < 0x20; c++) {
            if (c != '\t' && c != '\n' && c != '\r') {
                byte control = !checking ? 0 : xml11 && c > 0 ? REFERENCE : FORBIDDEN;
                text[c] = control;
                attribute[c] = control;
                literal[c] = checking ? FORBIDDEN : 0;
            }
        }
        if (xml11) {
            text[0x7F] = REFERENCE;
            attribute[0x7F] = REFERENCE;
            literal[0x7F] = checking ? FORBIDDEN : 0;
        }
        text['\r'] = escapingCr ? REFERENCE : 0;
        text['<'] = ENTITY;
        text['&'] = ENTITY;
        text['>'] = escapingGt ? ENTITY : AFTER_BRACKET;
        attribute['\t'] = REFERENCE;
        attribute['\n'] = REFERENCE;
        attribute['\r'] = escapingCr ? REFERENCE : 0;
        attribute['<'] = ENTITY;
        attribute['&'] = ENTITY;
        attribute['"'] = ENTITY;
        literal['\r'] = losingCr ? 0 : LOST;
    }

    static EscapeTable of(WriteOptions options, boolean xml11) {
        boolean checking = options.checkingCharacters() || options.replacement() != null;
        return ALL[
                (xml11 ? 1 : 0)
                        | (options.escapingCr() ? 2 : 0)
                        | (options.losingCr() ? 4 : 0)
                        | (checking ? 8 : 0)
                        | (options.escapingGt() ? 16 : 0)];
    }

    /**
     * Copies a short text, for which the caller has ensured room; false when it contains a character that is not
     * written literally, so that the copy must be discarded.
     *
     * <p>All characters are copied, and their classes are combined by OR: branches on single characters would cost more
     * than the copies. The test for characters beyond Latin-1 costs nothing for a Latin-1 String, because the JIT
     * compiler has already tested the String's coder by then.
     */
    static boolean copyText(String text, int length, byte[] to, int at) {
        int stops = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 0xFF) {
                return false;
            }
            to[at + i] = (byte) c;
            stops |= TEXT_STOPS[c];
        }
        return stops == 0;
    }

    /** As {@link #copyText}, for the value of an attribute. A method of its own, because its table has to be a constant. */
    static boolean copyValue(String value, int length, byte[] to, int at) {
        int stops = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c > 0xFF) {
                return false;
            }
            to[at + i] = (byte) c;
            stops |= VALUE_STOPS[c];
        }
        return stops == 0;
    }

    /** The mask of the bytes, of eight in UTF-8, that may be special in text: exact, except for {@link #others}. */
    static long textStops(long word) {
        long ascii = word & SEVENS;
        long ampersand = (ascii ^ AMPERSAND) + SEVENS;
        return ~(others(ascii) & ampersand | word) & HIGHS | beyond(word);
    }

    /** The same for the value of an attribute. */
    static long attributeStops(long word) {
        long ascii = word & SEVENS;
        long quotes = ((ascii | FOURS) ^ AMPERSAND) + SEVENS;
        return ~(others(ascii) & quotes | word) & HIGHS | beyond(word);
    }

    /** The high bit is clear for control characters, less-than and greater-than, and their neighbours = and ?. */
    private static long others(long ascii) {
        return ((ascii | THREES) ^ QUESTION) + SEVENS & ascii + CONTROLS;
    }

    /** The mask of bytes that noncharacters may begin with; costs nothing when all bytes are ASCII. */
    private static long beyond(long word) {
        if ((word & HIGHS) == 0) {
            return 0;
        }
        long lead = word ^ LEAD;
        return ~((lead & SEVENS) + SEVENS | lead) & HIGHS;
    }
}
