package dev.weir.composite.assembly;

import org.jspecify.annotations.Nullable;

/**
 * Names that become parts of addresses, of files' names and of lines of a log: of composites, their revisions and
 * partitions, of services, components and references. Letters of every language, digits, spaces inside and most signs are
 * allowed; nothing that leads elsewhere, ends a line or is not seen.
 */
public final class SafeNames {
    private static final int LONGEST = 200;
    private static final String NOT_IN_NAMES = "/\\?#%\"<>";

    private SafeNames() {}

    /** What is wrong with a name, as in "the name of the composite " + this; null if nothing is. */
    public static @Nullable String problem(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return "must have from 1 to " + LONGEST + " characters, but has " + name.length();
        }
        if (name.equals(".") || name.equals("..") || !name.equals(name.strip())) {
            return "must not be '.' or '..', or begin or end with a space: '" + shown(name) + "'";
        }
        boolean bad = name.codePoints().anyMatch(c -> NOT_IN_NAMES.indexOf(c) >= 0 || isUnseen(c));
        return bad ? "must not contain control characters or any of " + NOT_IN_NAMES + ": '" + shown(name) + "'" : null;
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (isUnseen(c)) {
                text.append(String.format("\\u{%X}", c));
            } else {
                text.appendCodePoint(c);
            }
        });
        return text.toString();
    }
}
