package dev.weir.xpath.functions;

import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions.CallSite;
import dev.weir.xpath.XPathValues;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times: those of {@code xp20} after XPath 2.0, and the older ones of {@code ora} with the patterns of {@link
 * SimpleDateFormat}. Values are lexical forms of xs:dateTime, xs:date and xs:time, in and out; one without a time zone
 * counts as UTC.
 */
final class DateTimeFunctions {
    private static final DateTimeFormatter DATE_TIME = formatter("yyyy-MM-dd'T'HH:mm:ss.SSSxxx");
    private static final DateTimeFormatter DATE = formatter("yyyy-MM-ddxxx");
    private static final DateTimeFormatter TIME = formatter("HH:mm:ss.SSSxxx");

    /** XML Schema, xs:dayTimeDuration: no years and no months. */
    private static final Pattern DAY_TIME_DURATION = Pattern.compile(
            "(-?)P(?=.)(?:([0-9]{1,9})D)?(?:T(?=.)(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:\\.[0-9]{1,9})?)S)?)?");

    /** XML Schema allows it for the first instant of the following day. */
    private static final Pattern MIDNIGHT = Pattern.compile("([^T]+)T24:00:00(?:\\.0+)?");

    private static final Pattern ZONE = Pattern.compile("(?:Z|[+-][0-9]{2}:[0-9]{2})$");

    private final InstantSource clock;
    private final ZoneId zone;

    DateTimeFunctions(InstantSource clock, ZoneId zone) {
        this.clock = clock;
        this.zone = zone;
    }

    void addXpath20(FunctionTable.Namespace xp20) {
        xp20.strings("current-dateTime", 0, arguments -> now().format(DATE_TIME))
                .strings("current-date", 0, arguments -> now().format(DATE))
                .strings("current-time", 0, arguments -> now().format(TIME))
                .strings("implicit-timezone", 0, arguments -> offset(now()));
        for (String local : List.of("format-dateTime", "format-date", "format-time")) {
            xp20.called(local, 2, 2, call -> formatting(xp20.shown(local), call));
        }
        sum(xp20, "add-dayTimeDuration-to-dateTime", 1);
        // The documentation names the function so in its signature.
        sum(xp20, "add-dayTimeDuration-from-dateTime", 1);
        sum(xp20, "subtract-dayTimeDuration-from-dateTime", -1);
        ofDates(
                xp20,
                "timezone-from-dateTime",
                1,
                arguments -> "GMT" + offset(parse("xp20:timezone-from-dateTime", arguments.get(0))));
        component(xp20, "year", OffsetDateTime::getYear);
        component(xp20, "month", OffsetDateTime::getMonthValue);
        component(xp20, "day", OffsetDateTime::getDayOfMonth);
        component(xp20, "hours", OffsetDateTime::getHour);
        component(xp20, "minutes", OffsetDateTime::getMinute);
        component(xp20, "seconds", time -> time.getSecond() + time.getNano() / 1e9);
    }

    void addXpath(FunctionTable.Namespace ora) {
        ora.strings("getCurrentDateTime", 0, 1, arguments -> current("ora:getCurrentDateTime", arguments, DATE_TIME))
                .strings("getCurrentDate", 0, 1, arguments -> current("ora:getCurrentDate", arguments, DATE))
                .strings("getCurrentTime", 0, 1, arguments -> current("ora:getCurrentTime", arguments, TIME))
                .strings("formatDate", 2, DateTimeFunctions::formatDate);
    }

    /** As in XPath 2.0, what is computed of no date is nothing: a node-set that selects no node. */
    private static void ofDates(
            FunctionTable.Namespace xp20, String local, int arity, FunctionTable.OfStrings function) {
        xp20.values(local, arity, ofDates(function));
    }

    private static FunctionTable.OfValues ofDates(FunctionTable.OfStrings function) {
        return arguments -> {
            for (Object argument : arguments) {
                if (argument instanceof List<?> nodes && nodes.isEmpty()) {
                    return nodes;
                }
            }
            return function.call(arguments.stream().map(XPathValues::string).toList());
        };
    }

    /** A picture that is written in the call is read once, when it is compiled. */
    private static FunctionTable.OfValues formatting(String function, CallSite call) {
        String literal = call.literals().size() > 1 ? call.literals().get(1) : null;
        @Nullable DateTimePicture known;
        try {
            known = literal == null ? null : DateTimePicture.parse(function, literal);
        } catch (XPathException e) {
            throw new UnavailableCallException(UnavailableCallException.ARGUMENT, String.valueOf(e.getMessage()), e);
        }
        return ofDates(arguments -> {
            DateTimePicture picture = known != null ? known : DateTimePicture.parse(function, arguments.get(1));
            return picture.format(parse(function, arguments.get(0)));
        });
    }

    private static void sum(FunctionTable.Namespace xp20, String local, int sign) {
        ofDates(xp20, local, 2, arguments -> add("xp20:" + local, arguments, sign));
    }

    private static void component(
            FunctionTable.Namespace xp20, String component, ToDoubleFunction<OffsetDateTime> number) {
        String local = component + "-from-dateTime";
        ofDates(xp20, local, 1, arguments -> number.applyAsDouble(parse("xp20:" + local, arguments.get(0))));
    }

    private OffsetDateTime now() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return now.atZone(zone).toOffsetDateTime();
    }

    private String current(String function, List<String> arguments, DateTimeFormatter otherwise) {
        return arguments.isEmpty() ? now().format(otherwise) : format(function, now(), arguments.get(0));
    }

    /** Oracle's function gives an empty string for what is no date. */
    private static String formatDate(List<String> arguments) {
        OffsetDateTime time;
        try {
            time = parse(arguments.get(0));
        } catch (DateTimeException e) {
            return "";
        }
        return format("ora:formatDate", time, arguments.get(1));
    }

    private static String format(String function, OffsetDateTime time, String pattern) {
        try {
            SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.ENGLISH);
            format.setTimeZone(TimeZone.getTimeZone(time.getOffset()));
            return format.format(Date.from(time.toInstant()));
        } catch (IllegalArgumentException e) {
            throw new XPathException(
                    function + "() needs a pattern of java.text.SimpleDateFormat, and is given '" + pattern + "'", e);
        }
    }

    private static String add(String function, List<String> arguments, int sign) {
        OffsetDateTime time = parse(function, arguments.get(0));
        Duration duration = duration(function, arguments.get(1)).multipliedBy(sign);
        try {
            OffsetDateTime sum = time.plus(duration);
            if (sum.getYear() < 1 || sum.getYear() > 9999) {
                throw new DateTimeException("year " + sum.getYear());
            }
            String local = sum.toLocalDateTime()
                    .format(
                            sum.getNano() == 0
                                    ? formatter("uuuu-MM-dd'T'HH:mm:ss")
                                    : DateTimeFormatter.ISO_LOCAL_DATE_TIME);
            Matcher zone = ZONE.matcher(arguments.get(0).strip());
            return zone.find() ? local + zone.group() : local;
        } catch (DateTimeException | ArithmeticException e) {
            throw new XPathException(
                    function + "(): " + arguments.get(0) + " and " + arguments.get(1)
                            + " give no date between the years 1 and 9999",
                    e);
        }
    }

    private static Duration duration(String function, String text) {
        Matcher parts = DAY_TIME_DURATION.matcher(text.strip());
        if (!parts.matches()) {
            throw new XPathException(
                    function + "() needs an xs:dayTimeDuration such as P1DT12H, and is given '" + text + "'");
        }
        Duration duration = Duration.ofDays(whole(parts.group(2)))
                .plusHours(whole(parts.group(3)))
                .plusMinutes(whole(parts.group(4)));
        if (parts.group(5) != null) {
            duration = duration.plus(Duration.parse("PT" + parts.group(5) + "S"));
        }
        return parts.group(1).isEmpty() ? duration : duration.negated();
    }

    private static long whole(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static OffsetDateTime parse(String function, String text) {
        try {
            return parse(text);
        } catch (DateTimeException e) {
            throw new XPathException(function + "() needs an xs:dateTime, and is given '" + text + "'", e);
        }
    }

    /** A dateTime, a date (its first instant) or a time (of 1970-01-01). */
    private static OffsetDateTime parse(String text) {
        String stripped = text.strip();
        Matcher zone = ZONE.matcher(stripped);
        boolean zoned = zone.find();
        ZoneOffset offset = zoned ? ZoneOffset.of(zone.group()) : ZoneOffset.UTC;
        String local = zoned ? stripped.substring(0, zone.start()) : stripped;
        if (local.indexOf('T') >= 0) {
            Matcher midnight = MIDNIGHT.matcher(local);
            return midnight.matches()
                    ? LocalDate.parse(midnight.group(1))
                            .plusDays(1)
                            .atStartOfDay()
                            .atOffset(offset)
                    : LocalDateTime.parse(local).atOffset(offset);
        }
        return local.indexOf(':') >= 0
                ? LocalTime.parse(local).atDate(LocalDate.EPOCH).atOffset(offset)
                : LocalDate.parse(local).atStartOfDay().atOffset(offset);
    }

    private static String offset(OffsetDateTime time) {
        int seconds = time.getOffset().getTotalSeconds();
        return seconds == 0 ? "+00:00" : time.getOffset().getId();
    }

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }
}
