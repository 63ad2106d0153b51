package dev.weir.composite.retention;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When ended instances are removed. As text: a time of day in the server's zone ({@code 02:30}), the time from one run to
 * the next ({@code 15m}, {@code 6h}, {@code 1d}), or {@code off}.
 *
 * @param daily null where it is by interval, or off
 * @param every null where it is daily, or off
 */
record RetentionSchedule(
        @Nullable LocalTime daily, @Nullable Duration every) {
    static final RetentionSchedule OFF = new RetentionSchedule(null, null);

    private static final Pattern EVERY = Pattern.compile("([0-9]{1,5})([smhd])");
    private static final Pattern DAILY = Pattern.compile("[0-9]{2}:[0-9]{2}");
    private static final Duration DAY = Duration.ofDays(1);

    /** @throws IllegalArgumentException if the text is none; it names the remedy */
    static RetentionSchedule parse(String text) {
        if (text.equals("off")) {
            return OFF;
        }
        Matcher every = EVERY.matcher(text);
        if (every.matches()) {
            long number = Long.parseLong(every.group(1));
            Duration time = switch (every.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
            if (time.isZero()) {
                throw refused(text);
            }
            return new RetentionSchedule(null, time);
        }
        try {
            if (DAILY.matcher(text).matches()) {
                return new RetentionSchedule(LocalTime.parse(text), null);
            }
        } catch (DateTimeException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("the schedule '" + text
                + "' cannot be read: write a time of day such as 02:30, an interval such as 15m, 6h or 1d, or off");
    }

    /** The first run after a time; empty where there is none. */
    Optional<Instant> after(Instant time, ZoneId zone) {
        if (every != null) {
            return Optional.of(time.plus(every));
        }
        if (daily == null) {
            return Optional.empty();
        }
        ZonedDateTime local = time.atZone(zone);
        ZonedDateTime today = local.with(daily);
        return Optional.of((today.isAfter(local) ? today : local.plusDays(1).with(daily)).toInstant());
    }

    /** From one run to the next; zero where it is off. */
    Duration period() {
        return every != null ? every : daily != null ? DAY : Duration.ZERO;
    }

    @Override
    public String toString() {
        if (daily != null) {
            return daily.toString();
        }
        if (every == null) {
            return "off";
        }
        long seconds = every.toSeconds();
        return seconds % 86_400 == 0
                ? seconds / 86_400 + "d"
                : seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
