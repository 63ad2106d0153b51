package dev.weir.xml.lexical;

/**
 * The character classes of XML and Namespaces in XML. Where no {@link Edition} is given, they are those of XML 1.0, fifth
 * edition.
 */
public final class Characters {
    /** In {@link #CLASS}: may start a name (ASCII only). */
    public static final int NAME_START = 1;

    /** In {@link #CLASS}: may continue a name (ASCII only). */
    public static final int NAME = 2;

    /** In {@link #CLASS}: white space, production S. */
    public static final int SPACE = 4;

    /** In {@link #CLASS}: a control character that is forbidden in documents. */
    public static final int FORBIDDEN = 8;

    /** In {@link #CLASS}: a byte of a non-ASCII character, which has to be decoded first. */
    public static final int WIDE = 16;

    private static final byte[] CLASS = new byte[256];

    static {
        for (int c = 0; c < 0x20; c++) {
            CLASS[c] = FORBIDDEN;
        }
        for (int c : new int[] {' ', '\t', '\n', '\r'}) {
            CLASS[c] = SPACE;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            CLASS[c] = NAME_START | NAME;
            CLASS[c - 'a' + 'A'] = NAME_START | NAME;
        }
        for (int c = '0'; c <= '9'; c++) {
            CLASS[c] = NAME;
        }
        CLASS['_'] = NAME_START | NAME;
        CLASS[':'] = NAME_START | NAME;
        CLASS['-'] = NAME;
        CLASS['.'] = NAME;
        for (int c = 0x80; c < 0x100; c++) {
            CLASS[c] = WIDE;
        }
    }

    private Characters() {}

    /** The class of each byte of UTF-8; a fresh copy, which the caller owns: a local array is fastest in a hot loop. */
    public static byte[] classes() {
        return CLASS.clone();
    }

    /** Production Char. */
    public static boolean isCharacter(int c) {
        return c >= 0x20
                ? c <= 0xD7FF || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF)
                : c == '\t' || c == '\n' || c == '\r';
    }

    public static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    /** Production NameStartChar, colon included. */
    public static boolean isNameStart(int c) {
        if (c < 0x80) {
            return c >= 0 && (CLASS[c] & NAME_START) != 0;
        }
        return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7)
                || (c >= 0x370 && c <= 0x1FFF && c != 0x37E)
                || c == 0x200C
                || c == 0x200D
                || (c >= 0x2070 && c <= 0x218F)
                || (c >= 0x2C00 && c <= 0x2FEF)
                || (c >= 0x3001 && c <= 0xD7FF)
                || (c >= 0xF900 && c <= 0xFDCF)
                || (c >= 0xFDF0 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0xEFFFF);
    }

    /** Production NameChar, colon included. */
    public static boolean isName(int c) {
        if (c < 0x80) {
            return c >= 0 && (CLASS[c] & NAME) != 0;
        }
        return isNameStart(c) || c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040;
    }

    /** Production NameStartChar; for the fourth edition the first characters of production Name. */
    public static boolean isNameStart(int c, Edition edition) {
        return c < 0x80 || edition != Edition.FOURTH ? isNameStart(c) : FourthEditionNames.isNameStart(c);
    }

    /** Production NameChar. */
    public static boolean isName(int c, Edition edition) {
        return c < 0x80 || edition != Edition.FOURTH ? isName(c) : FourthEditionNames.isName(c);
    }

    /** Production Char: the characters that a reference may denote. XML 1.1 allows all controls but U+0000. */
    public static boolean isCharacter(int c, Edition edition) {
        return isCharacter(c) || (edition == Edition.XML_1_1 && c > 0 && c < 0x20);
    }

    /** The characters allowed literally in an entity: in XML 1.1 a RestrictedChar must be written as a reference. */
    public static boolean isLiteral(int c, Edition edition) {
        return isCharacter(c) && (edition != Edition.XML_1_1 || c < 0x7F || c > 0x9F || c == 0x85);
    }

    /** True for an NCName (Namespaces in XML 1.0, production 4). */
    public static boolean isNCName(String text) {
        return isNCName(text, Edition.FIFTH);
    }

    public static boolean isNCName(String text, Edition edition) {
        return text.indexOf(':') < 0 && isNameOrToken(text, edition, true);
    }

    /** Production Name. */
    public static boolean isName(String text, Edition edition) {
        return isNameOrToken(text, edition, true);
    }

    /** Production Nmtoken. */
    public static boolean isNameToken(String text, Edition edition) {
        return isNameOrToken(text, edition, false);
    }

    private static boolean isNameOrToken(String text, Edition edition, boolean name) {
        if (text.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!(i == 0 && name ? isNameStart(c, edition) : isName(c, edition))) {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    /** The index of the first char that is forbidden in documents (an unpaired surrogate for example), or -1. */
    public static int firstForbidden(String text) {
        return firstForbidden(text, Edition.FIFTH);
    }

    /** The index of the first char that is not allowed literally in an entity, or -1. */
    public static int firstForbidden(String text, Edition edition) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= 0x20 && c < 0x7F) || (c >= 0xA0 && c < 0xD800)) {
                continue;
            }
            int point = text.codePointAt(i);
            if (!isLiteral(point, edition)) {
                return i;
            }
            if (point > 0xFFFF) {
                i++;
            }
        }
        return -1;
    }
}
