package dev.weir.server.console;

import org.jspecify.annotations.Nullable;

/** Texts of others in places that have little room. */
public final class Texts {
    /** Characters of a text that has its place in a row; what is longer is shown whole on the page that the row leads to. */
    public static final int ROW = 100;

    private Texts() {}

    /** The text, or its beginning and an ellipsis: at most {@value #ROW} characters, none of which is cut in two. */
    public static String brief(String text) {
        if (text.length() <= ROW) {
            return text;
        }
        int end = ROW - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** The whole text where {@link #brief} has cut it, as a hint; null otherwise. */
    public static @Nullable String hint(String text) {
        return text.length() <= ROW ? null : text;
    }
}
