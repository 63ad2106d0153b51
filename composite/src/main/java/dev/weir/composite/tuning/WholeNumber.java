package dev.weir.composite.tuning;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Whole numbers as people give them to the server, in settings, requests and commands: the digits 0 to 9, and a minus before them
 * where negative numbers are allowed. A plus and the digits of other scripts, which {@link Long#parseLong} takes too, are refused.
 */
public final class WholeNumber {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern SIGNED = Pattern.compile("-?[0-9]+");

    private WholeNumber() {}

    /** The number that a text is; empty where it is none, or not one from the least to the most. */
    public static OptionalLong parse(String text, long least, long most) {
        if (!(least < 0 ? SIGNED : DIGITS).matcher(text).matches()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(text);
            return number >= least && number <= most ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            // More digits than a long has: out of any range.
            return OptionalLong.empty();
        }
    }
}
