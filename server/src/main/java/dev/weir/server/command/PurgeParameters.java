package dev.weir.server.command;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of Oracle's purge scripts ({@code soa.delete_instances} and its parallel form), by their names. */
record PurgeParameters(
        @Nullable Instant createdFrom,
        @Nullable Instant createdBefore,
        @Nullable Instant modifiedBefore,
        @Nullable Integer batch,
        @Nullable Long most,
        @Nullable Long maxRuntimeSeconds,
        @Nullable String compositeName,
        @Nullable String compositeRevision,
        @Nullable String partition) {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,7})([smh])");

    /**
     * @param notes gets what is accepted and does nothing here
     * @throws CommandException for a name that is none, or a value that cannot be
     */
    static PurgeParameters of(Map<String, String> given, List<String> notes) {
        PurgeParameters all = new PurgeParameters(null, null, null, null, null, null, null, null, null);
        for (Map.Entry<String, String> each : given.entrySet()) {
            all = all.with(each.getKey(), each.getValue(), notes);
        }
        return all;
    }

    private PurgeParameters with(String name, String value, List<String> notes) {
        Instant from = createdFrom;
        Instant before = createdBefore;
        Instant modified = modifiedBefore;
        Integer size = batch;
        Long count = most;
        Long seconds = maxRuntimeSeconds;
        String composite = compositeName;
        String revision = compositeRevision;
        String in = partition;
        switch (name.toLowerCase(Locale.ROOT)) {
            case "min_creation_date" -> from = time(name, value);
            case "max_creation_date" -> before = time(name, value);
            case "retention_period" -> modified = time(name, value);
            case "batch_size" -> size = (int) number(name, value, Integer.MAX_VALUE);
            case "max_count" -> count = number(name, value, Long.MAX_VALUE);
            case "max_runtime" ->
                seconds = Duration.ofMinutes(number(name, value, 500_000)).toSeconds();
            case "composite_name" -> composite = value;
            case "composite_revision" -> revision = value;
            case "soa_partition_name" -> in = value;
            case "dop" -> {
                long threads = number(name, value, 1_000);
                notes.add(name + "=" + threads + " is needless here: one thread writes to the store, and a purge works"
                        + " beside it in short transactions");
            }
            default ->
                throw new CommandException("a purge has no parameter '" + name + "': there are min_creation_date,"
                        + " max_creation_date, batch_size, max_runtime, retention_period, composite_name,"
                        + " composite_revision, soa_partition_name, max_count and DOP; see `weir purge --help`"
                        + " for the options");
        }
        return new PurgeParameters(from, before, modified, size, count, seconds, composite, revision, in);
    }

    private static long number(String name, String value, long most) {
        try {
            long number = Long.parseLong(value.strip());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new CommandException(name + " must be a whole number: " + value);
        }
        throw new CommandException(name + " must be from 0 to " + most + ": " + value);
    }

    /** Such as {@code 90s}, {@code 30m}, {@code 2h}. */
    static long seconds(String name, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new CommandException(name + " must be a time like 90s, 30m or 2h: " + text);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "h" -> Duration.ofHours(number).toSeconds();
            case "m" -> Duration.ofMinutes(number).toSeconds();
            default -> number;
        };
    }

    /** A date or time here, or an instant. */
    static Instant time(String name, String text) {
        try {
            String time = text.strip().replace(' ', 'T');
            if (time.indexOf('T') < 0) {
                return LocalDate.parse(time)
                        .atStartOfDay(ZoneId.systemDefault())
                        .toInstant();
            }
            return time.endsWith("Z")
                    ? Instant.parse(time)
                    : LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            throw new CommandException(
                    name + " must be a date like 2026-01-31, a time here like 2026-01-31T12:00:00, or"
                            + " an instant like 2026-01-31T12:00:00Z: " + text);
        }
    }
}
