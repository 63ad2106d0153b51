package dev.weir.server.console;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times as people read and type them, in the zone of the server. */
public final class Times {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter FINE = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final ZoneId zone;

    Times(ZoneId zone) {
        this.zone = zone;
    }

    /** The zone's name. */
    public String zone() {
        return zone.getId();
    }

    /** With its day, to the second. */
    public String day(Instant time) {
        return DAY.format(time.atZone(zone));
    }

    /** To the millisecond, without its day. */
    public String fine(Instant time) {
        return FINE.format(time.atZone(zone));
    }

    /** To the millisecond, with its day where that is not the day of another time. */
    public String fine(Instant time, Instant near) {
        LocalDate day = time.atZone(zone).toLocalDate();
        return day.equals(near.atZone(zone).toLocalDate()) ? fine(time) : day + " " + fine(time);
    }

    /** To the minute, without its day. */
    String minute(Instant time) {
        return MINUTE.format(time.atZone(zone));
    }

    /** For programs, in the attribute datetime. */
    public String exact(Instant time) {
        return time.toString();
    }

    /** With the two greatest units that matter, such as 1.2 s or 3 d 4 h; empty for null. */
    public static String duration(@Nullable Duration time) {
        if (time == null) {
            return "";
        }
        long millis = Math.max(0, time.toMillis());
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        long seconds = millis / 1_000;
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds < 86_400
                ? seconds / 3_600 + " h " + seconds / 60 % 60 + " min"
                : seconds / 86_400 + " d " + seconds / 3_600 % 24 + " h";
    }

    /**
     * What a field for a date and one for the time of that day hold, as {@link #typed} reads it.
     *
     * @param date may have a time itself, as in addresses
     */
    static String joined(String date, String time) {
        return time.isEmpty() || date.indexOf('T') >= 0 ? date : date + "T" + time;
    }

    /**
     * A moment that a form of the console sends.
     *
     * @return null for nothing
     * @throws UnreadableException if it is none
     */
    static @Nullable Instant sent(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new UnreadableException("'" + text + "' is no moment");
        }
    }

    /** The date of a time that was typed. */
    public static String dateOf(String typed) {
        int end = typed.indexOf('T');
        return end < 0 ? typed : typed.substring(0, end);
    }

    /** The time of day of a time that was typed; empty for a date alone. */
    public static String timeOf(String typed) {
        int end = typed.indexOf('T');
        return end < 0 ? "" : typed.substring(end + 1);
    }

    /**
     * A date and a time with T between them, or a date for its beginning.
     *
     * @return null for nothing
     * @throws IllegalArgumentException if it is none
     */
    @Nullable Instant typed(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return (text.indexOf('T') < 0 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text))
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    text.startsWith("T")
                            ? "a date is missing beside the time " + text.substring(1)
                            : "'" + text + "' is no time: write a date, such as 2026-01-31, with or without a time",
                    e);
        }
    }
}
