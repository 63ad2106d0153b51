package dev.weir.server.command;

import dev.weir.composite.tuning.WholeNumber;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of Oracle's purge scripts, by their names: {@code soa.delete_instances}, its parallel and its automatic
 * form, and {@code fabric.delete_composite_instances} of before.
 */
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
    private static final PurgeParameters NONE =
            new PurgeParameters(null, null, null, null, null, null, null, null, null);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,7})([smh])");
    /** As an argument, or as a line of a script, with what ends it there. */
    private static final Pattern GIVEN = Pattern.compile("(?s)\\s*(\\w+)\\s*(?:(?:=>|:=)(.*?)[,;]?\\s*|=([^>].*)?)");

    private static final Pattern QUOTED = Pattern.compile("(?s)'((?:[^']|'')*)'");
    private static final Pattern FORMATTED =
            Pattern.compile("(?i)to_(?:timestamp|date)\\s*\\(\\s*'([^']*)'\\s*,\\s*'([^']*)'\\s*\\)");
    private static final Pattern DAYS_AGO = Pattern.compile("(?i)sys(?:date|timestamp)(?:\\s*-\\s*(\\d{1,5}))?");
    private static final Pattern OF_SYSDATE = Pattern.compile("(?is)(sys(?:date|timestamp))\\b.*");
    private static final Pattern DAYS = Pattern.compile("\\d{1,5}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(?:\\.\\d*)?");
    /** What a format of Oracle's may have here; what it is not sure to mean the same is left out. */
    private static final Pattern FORMAT = Pattern.compile("(?i)(YYYY|MM|DD|HH24|MI|SS)|([-/.:, ])");

    /**
     * @param given each as {@code NAME=VALUE}, {@code NAME => VALUE} or {@code NAME := VALUE}
     * @param notes gets what is accepted and does nothing here
     * @throws UsageException for a name that is none or comes twice, or a value that cannot be
     */
    static PurgeParameters of(List<String> given, List<String> notes) {
        PurgeParameters all = NONE;
        Set<String> names = new HashSet<>();
        for (String each : given) {
            Matcher parts = GIVEN.matcher(each);
            if (!parts.matches()) {
                throw new UsageException("parameters must be NAME=VALUE: " + each);
            }
            String name = parts.group(1);
            String line = parts.group(2);
            String value = Objects.requireNonNullElse(line == null ? parts.group(3) : line, "")
                    .strip();
            if (!names.add(today(name))) {
                throw new UsageException(name + " is given twice");
            }
            all = all.with(name, value, notes);
        }
        return all;
    }

    /** The name that one of the older script has today. */
    private static String today(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "min_created_date" -> "min_creation_date";
            case "max_created_date" -> "max_creation_date";
            case "max_instances" -> "max_count";
            case "composite_partition_name" -> "soa_partition_name";
            case "purge_partitioned_data" -> "purge_partitioned_component";
            default -> lower;
        };
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
        // Null is what a script says where it does not restrict.
        boolean nothing = value.equalsIgnoreCase("null");
        switch (today(name)) {
            case "min_creation_date" -> from = nothing ? null : scriptTime(name, value);
            case "max_creation_date" -> before = nothing ? null : scriptTime(name, value);
            case "retention_period" -> modified = nothing ? null : daysOrTime(name, value);
            case "batch_size" -> size = nothing ? null : (Integer) (int) number(name, value, Integer.MAX_VALUE);
            case "max_count" -> count = nothing ? null : (Long) number(name, value, Long.MAX_VALUE);
            case "max_runtime" ->
                seconds = nothing
                        ? null
                        : (Long)
                                Duration.ofMinutes(number(name, value, 500_000)).toSeconds();
            case "composite_name" -> composite = nothing ? null : text(name, value);
            case "composite_revision" -> revision = nothing ? null : text(name, value);
            case "soa_partition_name" -> in = nothing ? null : text(name, value);
            case "ignore_state" -> {
                if (flag(name, value)) {
                    throw new UsageException("ignore_state=true is refused: it deletes instances that have not ended,"
                            + " which a purge never does. End them first: `weir instances --state running` lists them,"
                            + " `weir control terminate ID` ends one; then purge");
                }
            }
            case "dop", "pqs" -> {
                number(name, value, 1_000);
                notes.add(name + "=" + value + " is needless here: one thread writes to the store, and a purge works"
                        + " beside it in short transactions");
            }
            case "purge_type" ->
                notes.add(name + "=" + value + " is needless here: a purge has one form, which need not be parallel");
            case "purge_partitioned_component" -> {
                flag(name, value);
                notes.add(name + "=" + value + " changes nothing here: the store has no partitioned tables");
            }
            case "sql_trace" -> {
                if (flag(name, value)) {
                    notes.add(name + "=" + value + " changes nothing here: no database traces the statements");
                }
            }
            case "keep_workflow_inst" -> {
                if (flag(name, value)) {
                    notes.add(name + "=" + value + " changes nothing here: there are no human tasks");
                }
            }
            case "write_file" -> {
                if (!nothing) {
                    notes.add(name + "=" + value + " changes nothing here: a purge reports when it ends; see --json");
                }
            }
            default ->
                throw new UsageException("a purge has no parameter '" + name + "': there are min_creation_date,"
                        + " max_creation_date, retention_period, composite_name, composite_revision,"
                        + " soa_partition_name, batch_size, max_runtime, max_count, and some that change nothing; see"
                        + " `weir purge --help` for the options");
        }
        return new PurgeParameters(from, before, modified, size, count, seconds, composite, revision, in);
    }

    private static long number(String name, String value, long most) {
        return WholeNumber.parse(unquoted(value), 0, most)
                .orElseThrow(
                        () -> new UsageException(name + " must be a whole number from 0 to " + most + ": " + value));
    }

    private static boolean flag(String name, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false", "null" -> false;
            default -> throw new UsageException(name + " must be true or false: " + value);
        };
    }

    private static String text(String name, String value) {
        String text = unquoted(value);
        if (text.isEmpty()) {
            throw new UsageException(name + " must not be empty");
        }
        return text;
    }

    private static String unquoted(String value) {
        Matcher quoted = QUOTED.matcher(value);
        if (!quoted.matches() && value.startsWith("'")) {
            throw new UsageException("a value in quotes must end with its quote: " + value
                    + "; give each parameter as an argument of its own, without a comment");
        }
        return quoted.matches() ? quoted.group(1).replace("''", "'") : value;
    }

    /** A number of days before now, or a time. */
    private static Instant daysOrTime(String name, String value) {
        String text = unquoted(value);
        if (DAYS.matcher(text).matches()) {
            return daysAgo(text);
        }
        if (NUMBER.matcher(text).matches()) {
            throw new UsageException(
                    name + " must be so many days ago, a whole number from 0 to 99999, or a time: " + value);
        }
        return scriptTime(name, value);
    }

    /** A time as scripts write it, or as it is written elsewhere, in quotes or not. */
    private static Instant scriptTime(String name, String value) {
        Matcher formatted = FORMATTED.matcher(value);
        if (formatted.matches()) {
            return formatted(name, formatted.group(1), formatted.group(2));
        }
        Matcher ago = DAYS_AGO.matcher(value);
        if (ago.matches()) {
            return daysAgo(ago.group(1) == null ? "0" : ago.group(1));
        }
        Matcher beside = OF_SYSDATE.matcher(value);
        if (beside.matches()) {
            String now = beside.group(1);
            throw new UsageException(name + " must be " + now + ", or a whole number of days before it, from " + now
                    + "-0 to " + now + "-99999; this is neither: " + value);
        }
        if (value.indexOf('(') >= 0) {
            throw new UsageException(name + " must be a date like 2026-01-31, to_timestamp('2026-01-31',"
                    + "'YYYY-MM-DD'), or sysdate - 30: " + value);
        }
        return time(name, text(name, value));
    }

    private static Instant daysAgo(String days) {
        return Instant.now().minus(Duration.ofDays(Long.parseLong(days)));
    }

    private static Instant formatted(String name, String text, String format) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
        Matcher parts = FORMAT.matcher(format);
        int read = 0;
        while (parts.find() && parts.start() == read) {
            String element = parts.group(1);
            if (element == null) {
                builder.appendLiteral(parts.group(2));
            } else {
                switch (element.toUpperCase(Locale.ROOT)) {
                    case "YYYY" -> builder.appendValue(ChronoField.YEAR, 4);
                    case "MM" -> builder.appendValue(ChronoField.MONTH_OF_YEAR, 2);
                    case "DD" -> builder.appendValue(ChronoField.DAY_OF_MONTH, 2);
                    case "HH24" -> builder.appendValue(ChronoField.HOUR_OF_DAY, 2);
                    case "MI" -> builder.appendValue(ChronoField.MINUTE_OF_HOUR, 2);
                    default -> builder.appendValue(ChronoField.SECOND_OF_MINUTE, 2);
                }
            }
            read = parts.end();
        }
        if (read < format.length()) {
            throw new UsageException(name + " must have a format of YYYY, MM, DD, HH24, MI and SS: '" + format + "'");
        }
        DateTimeFormatter formatter = builder.parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
        try {
            return LocalDateTime.parse(text, formatter)
                    .atZone(ZoneId.systemDefault())
                    .toInstant();
        } catch (DateTimeParseException e) {
            throw new UsageException(name + " must be a time of the format '" + format + "': '" + text + "'");
        }
    }

    /** Such as {@code 90s}, {@code 30m}, {@code 2h}. */
    static long seconds(String name, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new UsageException(name + " must be a time like 90s, 30m or 2h: " + text);
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
            throw new UsageException(name + " must be a date like 2026-01-31, a time here like 2026-01-31T12:00:00, or"
                    + " an instant like 2026-01-31T12:00:00Z: " + text);
        }
    }
}
