package dev.weir.xml.text;

/**
 * Which characters of ASCII are written as they are, by where they stand: a table per place has zero for those, and for
 * the others one of the constants here.
 */
final class Escapes {
    /** Written as a reference. */
    static final byte REFERENCE = 1;

    /** Not allowed in any document. */
    static final byte FORBIDDEN = 2;

    /** A carriage return where there are no references. */
    static final byte LOST = 3;

    /** An entity that is predefined, or what stands for one. */
    static final byte ENTITY = 4;

    /** A greater-than sign that is an entity only where it may end {@code ]]>}. */
    static final byte AFTER_BRACKET = 5;

    private static final int ASCII = 128;

    // Bytes, eight times over: a sum has the high bit unless the byte it is of was zero, or below 0x20

    private static final long HIGHS = Words.pattern(0x80);
    private static final long SEVENS = Words.pattern(0x7F);
    private static final long CONTROLS = Words.pattern(0x60);
    private static final long TWOS = Words.pattern('<' ^ '>');
    private static final long FOURS = Words.pattern('&' ^ '"');
    private static final long LESS = Words.pattern('<');
    private static final long GREATER = Words.pattern('>');
    private static final long AMPERSAND = Words.pattern('&');

    private static final Escapes[] ALL = new Escapes[32];

    static {
        for (int i = 0; i < ALL.length; i++) {
            ALL[i] = new Escapes((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0, (i & 16) != 0);
        }
    }

    final byte[] text = new byte[ASCII];
    final byte[] attribute = new byte[ASCII];

    /** CDATA sections, comments, processing instructions. */
    final byte[] literal = new byte[ASCII];

    private Escapes(boolean xml11, boolean escapingCr, boolean losingCr, boolean checking, boolean escapingGt) {
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

    static Escapes of(WriteOptions options, boolean xml11) {
        boolean checking = options.checkingCharacters() || options.replacement() != null;
        return ALL[
                (xml11 ? 1 : 0)
                        | (options.escapingCr() ? 2 : 0)
                        | (options.losingCr() ? 4 : 0)
                        | (checking ? 8 : 0)
                        | (options.escapingGt() ? 16 : 0)];
    }

    /** Of eight bytes of ASCII, a mask of those below 0x20 and the letters &lt;, &gt; and &amp;; exact. */
    static long textStops(long word) {
        long angles = ((word | TWOS) ^ GREATER) + SEVENS;
        long ampersand = (word ^ AMPERSAND) + SEVENS;
        return ~(angles & ampersand & word + CONTROLS) & HIGHS;
    }

    /** Of eight bytes of ASCII, a mask of those below 0x20 and the letters &lt;, &amp; and the quotation mark; exact. */
    static long attributeStops(long word) {
        long others = ((word | FOURS) ^ AMPERSAND) + SEVENS;
        long less = (word ^ LESS) + SEVENS;
        return ~(others & less & word + CONTROLS) & HIGHS;
    }
}
