package dev.weir.xml.dtd;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;

/** Parses references in literals: their names or characters, and where they end. */
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

    /** The name in the reference whose {@code &} or {@code %} is at an index; the reference ends with the next semicolon. */
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

    /** The character that the reference at an index denotes. */
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
            throw new DtdException(String.format("a character reference denotes U+%04X, which is not allowed", value));
        }
        return value;
    }

    private static DtdException malformed() {
        return new DtdException("a character reference must be written like &#65; or &#x41;");
    }

    /** The character of a predefined entity (amp, lt, gt, apos, quot); 0 for any other name. */
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
