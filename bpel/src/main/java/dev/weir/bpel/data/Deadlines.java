package dev.weir.bpel.data;

import dev.weir.bpel.graph.Node.Deadline;
import dev.weir.bpel.instance.FaultException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a wait ends: xs:duration from now, xs:dateTime or xs:date (XML Schema Part 2). Times without zone are UTC; years
 * and months count by the calendar.
 */
public final class Deadlines {
    private static final Pattern DURATION = Pattern.compile(
            "(-)?P(?=.)(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)D)?(?:T(?=.)(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+)(?:\\.(\\d+))?S)?)?");
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4,9}-\\d\\d-\\d\\d)(?:T(\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)\\d*)?(Z|[+-]\\d\\d:\\d\\d)?");

    /** Later than any wait is meant: what lies beyond is cut to it, so that stores can write it. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Deadlines() {}

    public static Instant due(Deadline deadline, ValueSource values, Instant now) {
        String text = Evaluation.text(deadline.expression(), values).trim();
        try {
            Instant due = deadline.until() ? time(text) : after(text, now);
            return due.isAfter(LATEST) ? LATEST : due;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw FaultException.standard(
                    "invalidExpressionValue",
                    deadline.expression().text() + " gives " + text + ", which is no "
                            + (deadline.until() ? "xs:dateTime or xs:date" : "xs:duration"));
        }
    }

    static Instant after(String duration, Instant now) {
        Matcher matcher = DURATION.matcher(duration);
        if (!matcher.matches()) {
            throw new DateTimeException("not an xs:duration: " + duration);
        }
        int sign = matcher.group(1) == null ? 1 : -1;
        long months = Math.addExact(Math.multiplyExact(number(matcher, 2), 12), number(matcher, 3));
        long seconds = Math.addExact(
                Math.addExact(Math.multiplyExact(number(matcher, 5), 3600), Math.multiplyExact(number(matcher, 6), 60)),
                number(matcher, 7));
        String fraction = matcher.group(8);
        long nanos = fraction == null ? 0 : Long.parseLong((fraction + "000000000").substring(0, 9));
        ZonedDateTime due = now.atZone(ZoneOffset.UTC)
                .plusMonths(sign * months)
                .plusDays(sign * number(matcher, 4))
                .plusSeconds(sign * seconds)
                .plusNanos(sign * nanos);
        return due.toInstant();
    }

    private static long number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    static Instant time(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new DateTimeException("not an xs:dateTime or xs:date: " + text);
        }
        String zone = matcher.group(3);
        String clock = matcher.group(2);
        LocalDate day = LocalDate.parse(matcher.group(1));
        boolean endOfDay = clock != null && clock.matches("24:00:00(\\.0+)?");
        LocalDateTime local = clock == null
                ? day.atStartOfDay()
                : endOfDay ? day.plusDays(1).atStartOfDay() : day.atTime(java.time.LocalTime.parse(clock));
        return local.toInstant(zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone));
    }
}
