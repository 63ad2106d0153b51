package dev.weir.server.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them: with the digits that matter, and a dash for what is not known. */
public final class Numbers {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private Numbers() {}

    static String of(@Nullable Double value) {
        if (value == null) {
            return "–";
        }
        return value < 10 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** A whole number. */
    public static String whole(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String percent(@Nullable Double part) {
        return part == null ? "–" : String.format(Locale.ROOT, "%.0f %%", part * 100);
    }

    static String micros(@Nullable Double micros) {
        if (micros == null) {
            return "–";
        }
        if (micros < 1_000_000) {
            return String.format(Locale.ROOT, micros < 10_000 ? "%.1f ms" : "%.0f ms", micros / 1_000);
        }
        return String.format(Locale.ROOT, "%.1f s", micros / 1_000_000);
    }

    static String bytes(@Nullable Double bytes) {
        if (bytes == null) {
            return "–";
        }
        double value = bytes;
        int unit = 0;
        while (value >= 1_000 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
