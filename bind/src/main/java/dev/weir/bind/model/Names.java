package dev.weir.bind.model;

import java.util.Locale;

/** The names that go without saying (Jakarta XML Binding 4.0, 8.12.1 and appendix D). */
final class Names {
    private Names() {}

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

    /** A class name as the name of an element or type: its words joined, the first one in lower case. */
    static String ofClass(Class<?> type) {
        String name = type.getSimpleName();
        StringBuilder words = new StringBuilder();
        int start = 0;
        boolean first = true;
        for (int i = 1; i <= name.length(); i++) {
            if (i == name.length() || isBreak(name, i)) {
                String word = name.substring(start, i);
                words.append(
                        first
                                ? word.toLowerCase(Locale.ENGLISH)
                                : Character.toUpperCase(word.charAt(0)) + word.substring(1));
                first = false;
                start = i;
            }
        }
        return words.toString();
    }

    private static boolean isBreak(String name, int i) {
        char before = name.charAt(i - 1);
        char here = name.charAt(i);
        if (Character.isDigit(before) != Character.isDigit(here)) {
            return !Character.isDigit(here);
        }
        if (Character.isLowerCase(before) && Character.isUpperCase(here)) {
            return true;
        }
        return Character.isUpperCase(before)
                && Character.isUpperCase(here)
                && i + 1 < name.length()
                && Character.isLowerCase(name.charAt(i + 1));
    }
}
