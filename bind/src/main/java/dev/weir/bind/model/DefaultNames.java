package dev.weir.bind.model;

import java.util.Locale;

/** The default names of elements, attributes and types (Jakarta XML Binding 4.0, 8.12.1 and appendix D). */
final class DefaultNames {
    private static final int UPPER = 0;
    private static final int LOWER = 1;
    private static final int LETTER = 2;
    private static final int DIGIT = 3;
    private static final int NONE = 4;

    private DefaultNames() {}

    /** As java.beans.Introspector does it. */
    static String decapitalized(String name) {
        if (name.isEmpty()
                || name.length() > 1
                        && Character.isUpperCase(name.charAt(0))
                        && Character.isUpperCase(name.charAt(1))) {
            return name;
        }
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /** The default element or type name of a class. */
    static String ofClass(Class<?> type) {
        return joined(type.getSimpleName());
    }

    /**
     * The words of a name without the punctuation between them: the first in lower case, the others capitalised (D.2).
     */
    static String joined(String name) {
        StringBuilder words = new StringBuilder(name.length());
        int start = 0;
        while (start < name.length()) {
            if (isPunctuation(name.charAt(start))) {
                start++;
            } else {
                int end = end(name, start);
                append(words, name.substring(start, end));
                start = end;
            }
        }
        return words.toString();
    }

    private static void append(StringBuilder words, String word) {
        char first = word.charAt(0);
        if (words.isEmpty()) {
            words.append(word.toLowerCase(Locale.ENGLISH));
        } else {
            words.append(Character.isLowerCase(first) ? Character.toUpperCase(first) : first)
                    .append(word, 1, word.length());
        }
    }

    /** The index at which a word ends. */
    private static int end(String name, int start) {
        int before = kind(name.charAt(start));
        for (int i = start + 1; i < name.length(); i++) {
            int here = kind(name.charAt(i));
            if (before != here
                    ? !(before == UPPER && here == LOWER)
                    : before == UPPER && i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1))
                            || before == NONE && isPunctuation(name.charAt(i))) {
                return i;
            }
            before = here;
        }
        return name.length();
    }

    private static boolean isPunctuation(char c) {
        return c == '_'
                || c == '-'
                || c == '.'
                || c == ':'
                || c == '\u00B7'
                || c == '\u0387'
                || c == '\u06DD'
                || c == '\u06DE';
    }

    private static int kind(char c) {
        if (c >= 'a' && c <= 'z') {
            return LOWER;
        }
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER -> UPPER;
            case Character.LOWERCASE_LETTER -> LOWER;
            case Character.TITLECASE_LETTER, Character.MODIFIER_LETTER, Character.OTHER_LETTER -> LETTER;
            case Character.DECIMAL_DIGIT_NUMBER -> DIGIT;
            default -> NONE;
        };
    }
}
