package dev.weir.xpath.functions;

import dev.weir.xpath.XPathException;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
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
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
                .strings("implicit-timezone", 0, arguments -> offset(now()))
                .strings(
                        "format-dateTime",
                        2,
                        arguments -> new DateTimePicture(arguments.get(1))
                                .format(parse("xp20:format-dateTime", arguments.get(0))))
                .strings(
                        "add-dayTimeDuration-to-dateTime",
                        2,
                        arguments -> add("xp20:add-dayTimeDuration-to-dateTime", arguments, 1))
                // The documentation names the function so in its signature.
                .strings(
                        "add-dayTimeDuration-from-dateTime",
                        2,
                        arguments -> add("xp20:add-dayTimeDuration-from-dateTime", arguments, 1))
                .strings(
                        "subtract-dayTimeDuration-from-dateTime",
                        2,
                        arguments -> add("xp20:subtract-dayTimeDuration-from-dateTime", arguments, -1))
                .strings(
                        "timezone-from-dateTime",
                        1,
                        arguments -> "GMT" + offset(parse("xp20:timezone-from-dateTime", arguments.get(0))));
        component(xp20, "year", OffsetDateTime::getYear);
        component(xp20, "month", OffsetDateTime::getMonthValue);
        component(xp20, "day", OffsetDateTime::getDayOfMonth);
        component(xp20, "hours", OffsetDateTime::getHour);
        component(xp20, "minutes", OffsetDateTime::getMinute);
        component(xp20, "seconds", OffsetDateTime::getSecond);
    }

    void addXpath(FunctionTable.Namespace ora) {
        ora.strings("getCurrentDateTime", 0, 1, arguments -> current("ora:getCurrentDateTime", arguments, DATE_TIME))
                .strings("getCurrentDate", 0, 1, arguments -> current("ora:getCurrentDate", arguments, DATE))
                .strings("getCurrentTime", 0, 1, arguments -> current("ora:getCurrentTime", arguments, TIME))
                .strings("formatDate", 2, DateTimeFunctions::formatDate);
    }

    private static void component(
            FunctionTable.Namespace xp20, String component, ToIntFunction<OffsetDateTime> number) {
        String local = component + "-from-dateTime";
        xp20.strings(local, 1, arguments -> (double) number.applyAsInt(parse("xp20:" + local, arguments.get(0))));
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
            return OffsetDateTime.parse(local + offset.getId());
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
