package dev.weir.xml.dtd;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;

/** References as they stand in literals: what they say, and where they end. */
final class References {
    private References() {}

    /** The index after the name that starts at an index. */
    static int nameEnd(String text, int from, Edition edition) {
        int p = from;
        while (p < text.length()) {
            int c = text.codePointAt(p);
            if (!(p == from ? Characters.isNameStart(c, edition) : Characters.isName(c, edition))) {
                break;
            }
            p += Character.charCount(c);
        }
        return p;
    }

    /** The name of the reference whose {@code &} or {@code %} stands at an index; it ends with the semicolon after it. */
    static String name(String text, int start, Edition edition) {
        int to = nameEnd(text, start + 1, edition);
        if (to == start + 1 || to == text.length() || text.charAt(to) != ';') {
            throw new DtdException("\"" + text.charAt(start) + "\" must start a reference such as " + text.charAt(start)
                    + "name; here");
        }
        return text.substring(start + 1, to);
    }

    /** The index after the semicolon of a reference. */
    static int end(String text, int start) {
        return text.indexOf(';', start) + 1;
    }

    /** What the character reference at an index stands for. */
    static int character(String text, int start, Edition edition) {
        int p = start + 2;
        boolean hexadecimal = p < text.length() && text.charAt(p) == 'x';
        if (hexadecimal) {
            p++;
        }
        int from = p;
        int value = 0;
        for (; p < text.length() && text.charAt(p) != ';'; p++) {
            char c = text.charAt(p);
            int digit = c < 0x80 ? Character.digit(c, hexadecimal ? 16 : 10) : -1;
            if (digit < 0) {
                throw malformed();
            }
            value = Math.min(value * (hexadecimal ? 16 : 10) + digit, 0x110000);
        }
        if (p == from || p == text.length()) {
            throw malformed();
        }
        if (!Characters.isCharacter(value, edition)) {
            throw new DtdException(
                    String.format("a character reference stands for U+%04X, which is not allowed", value));
        }
        return value;
    }

    private static DtdException malformed() {
        return new DtdException("a character reference must be written like &#65; or &#x41;");
    }

    /** What one of the five entities stands for that need no declaration, or 0. */
    static char predefined(String name) {
        return switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "apos" -> '\'';
            case "quot" -> '"';
            default -> 0;
        };
    }
}
