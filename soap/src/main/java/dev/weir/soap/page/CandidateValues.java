package dev.weir.soap.page;

import dev.weir.soap.page.SimpleForm.Step;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * Texts that may be values of a built-in type within the facets of its restrictions, the usual one first: at the bounds, a
 * little beside them, between them, and as long as the lengths want them. Whether they are values is for
 * {@link SimpleForm#accepts}.
 */
final class CandidateValues {
    private static final int LONGEST = 1_000;
    /** Digits after the point that are tried. */
    private static final int MOST_DIGITS = 20;

    /** The usual value of each type, then others. */
    private static final Map<String, List<String>> USUAL = Map.ofEntries(
            // What it is for is unknown; most often a point in time, and it is a text as well.
            Map.entry("anySimpleType", List.of("2026-01-31T12:00:00Z")),
            Map.entry("boolean", List.of("true", "false", "1", "0")),
            Map.entry("decimal", List.of("1.5", "1", "0", "-1.5", "1.50", "1.0", "10", "100")),
            Map.entry("double", List.of("1.5", "1", "0", "-1.5", "1.50", "1.0", "1.5E0", "INF", "-INF")),
            Map.entry("float", List.of("1.5", "1", "0", "-1.5", "1.50", "1.0", "1.5E0", "INF", "-INF")),
            Map.entry("date", List.of("2026-01-31", "2026-01-31Z", "2026-01-31+01:00")),
            Map.entry("time", List.of("12:00:00", "12:00:00Z", "12:00:00.000", "12:00:00.000Z", "12:00:00+01:00")),
            Map.entry(
                    "dateTime",
                    List.of(
                            "2026-01-31T12:00:00Z",
                            "2026-01-31T12:00:00",
                            "2026-01-31T12:00:00.000Z",
                            "2026-01-31T12:00:00.000",
                            "2026-01-31T12:00:00+01:00",
                            "2026-01-31T00:00:00")),
            Map.entry("gYear", List.of("2026", "2026Z")),
            Map.entry("gYearMonth", List.of("2026-01", "2026-01Z")),
            Map.entry("gMonth", List.of("--01", "--01Z")),
            Map.entry("gMonthDay", List.of("--01-31", "--01-31Z")),
            Map.entry("gDay", List.of("---31", "---31Z")),
            Map.entry("duration", List.of("P1D", "PT1H", "PT1M", "PT1S", "P1M", "P1Y", "P1Y2M3DT4H5M6S")),
            Map.entry(
                    "anyURI",
                    List.of("http://example.com/", "https://example.com/", "urn:example:text", "http://example.com")),
            Map.entry("language", List.of("en", "en-US", "de-DE")),
            Map.entry("QName", List.of("name")),
            Map.entry("NOTATION", List.of("name")),
            Map.entry("Name", List.of("name")),
            Map.entry("NCName", List.of("name")),
            Map.entry("IDREF", List.of("id1")),
            Map.entry("ENTITY", List.of("name")),
            Map.entry("NMTOKEN", List.of("token")));

    /** The step from one point in time to the next. */
    private static final Map<String, List<String>> STEPS = Map.of(
            "date", List.of("P1D"),
            "dateTime", List.of("PT1S", "PT0.001S"),
            "time", List.of("PT1S", "PT0.001S"),
            "gYear", List.of("P1Y"),
            "gYearMonth", List.of("P1M"),
            "gMonth", List.of("P1M"),
            "gMonthDay", List.of("P1D"),
            "gDay", List.of("P1D"));

    private final String type;
    private final List<Step> steps;
    private final Set<String> found = new LinkedHashSet<>();

    private CandidateValues(String type, List<Step> steps) {
        this.type = type;
        this.steps = steps;
    }

    /** @param number of the value in its document, which one that is an ID has in it */
    static Set<String> of(String type, List<Step> steps, int number) {
        CandidateValues candidates = new CandidateValues(type, steps);
        candidates.collect(number);
        return candidates.found;
    }

    private void collect(int number) {
        if (BuiltInType.isInteger(type)) {
            boolean negative = type.equals("negativeInteger") || type.equals("nonPositiveInteger");
            found.add(negative ? "-1" : "1");
            decimals();
            found.addAll(negative ? List.of("-10", "-100") : List.of("10", "100", "1000"));
            return;
        }
        if (type.equals("ID")) {
            ids(number);
            return;
        }
        List<String> usual = USUAL.getOrDefault(type, List.of("text"));
        if (BuiltInType.isBinary(type)) {
            binary(3);
            lengths().forEach(this::binary);
        } else if (type.equals("decimal") || BuiltInType.isFloating(type)) {
            found.addAll(usual.subList(0, 2));
            if (type.equals("decimal")) {
                decimals();
            } else {
                floats();
            }
            found.addAll(usual);
        } else if (BuiltInType.isMoment(type) || type.equals("duration")) {
            found.addAll(usual);
            limits().forEach(this::besideMoment);
        } else {
            found.addAll(usual);
            for (int length : lengths()) {
                found.add(cut(usual.get(0), length));
                found.add(cut("text", length));
                found.add(cut("a", length));
            }
        }
    }

    // ---------------------------------------------------------------- numbers

    private List<String> limits() {
        return steps.stream()
                .flatMap(step ->
                        BuiltInType.BOUNDS.stream().map(bound -> step.facets().get(bound)))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private void decimals() {
        int digits = MOST_DIGITS;
        for (Step step : steps) {
            Integer fraction = step.number("fractionDigits");
            Integer total = step.number("totalDigits");
            digits = Math.min(digits, fraction == null ? digits : Math.max(0, fraction));
            digits = Math.min(digits, total == null ? digits : Math.max(0, total));
        }
        digits = BuiltInType.isInteger(type) ? 0 : digits;
        List<BigDecimal> limits = new ArrayList<>();
        for (String limit : limits()) {
            if (BuiltInType.isValue("decimal", limit) && limit.length() <= LONGEST) {
                limits.add(new BigDecimal(limit));
            }
        }
        // The fewest digits first: they read best.
        for (int scale = 0; scale <= digits; scale++) {
            BigDecimal step = BigDecimal.ONE.movePointLeft(scale);
            for (BigDecimal limit : limits) {
                number(limit.setScale(scale, RoundingMode.CEILING));
                number(limit.setScale(scale, RoundingMode.FLOOR));
                number(limit.setScale(scale, RoundingMode.FLOOR).add(step));
                number(limit.setScale(scale, RoundingMode.CEILING).subtract(step));
            }
        }
        for (BigDecimal one : limits) {
            number(one);
            limits.forEach(other -> number(one.add(other).divide(BigDecimal.valueOf(2))));
        }
    }

    private void number(BigDecimal value) {
        found.add(value.signum() == 0 ? "0" : value.toPlainString());
    }

    private void floats() {
        List<Double> limits = new ArrayList<>();
        for (String limit : limits()) {
            if (BuiltInType.isValue("double", limit)) {
                limits.add(BuiltInType.number(limit));
                found.add(limit);
            }
        }
        for (double limit : limits) {
            floating(limit + 1);
            floating(limit - 1);
            floating(limit * 2);
            floating(limit / 2);
            for (double other : limits) {
                floating(limit / 2 + other / 2);
            }
            floating(type.equals("float") ? Math.nextUp((float) limit) : Math.nextUp(limit));
            floating(type.equals("float") ? Math.nextDown((float) limit) : Math.nextDown(limit));
        }
    }

    private void floating(double value) {
        if (!Double.isNaN(value)) {
            String text = type.equals("float") ? Float.toString((float) value) : Double.toString(value);
            found.add(text.replace("Infinity", "INF"));
        }
    }

    // ---------------------------------------------------------------- points in time

    /** A bound, and a step beside it. */
    private void besideMoment(String limit) {
        found.add(limit);
        try {
            if (type.equals("duration")) {
                Duration second = BuiltInType.duration("PT1S");
                found.add(BuiltInType.duration(limit).add(second).toString());
                found.add(BuiltInType.duration(limit).subtract(second).toString());
                return;
            }
            for (String step : STEPS.getOrDefault(type, List.of())) {
                Duration duration = BuiltInType.duration(step);
                for (Duration each : List.of(duration, duration.negate())) {
                    XMLGregorianCalendar moment = BuiltInType.moment(limit);
                    moment.add(each);
                    found.add(moment.toXMLFormat());
                }
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            found.remove(limit); // it is no value of the type, so that there is none beside it
        }
    }

    // ---------------------------------------------------------------- lengths

    private List<Integer> lengths() {
        return steps.stream()
                .flatMap(step ->
                        List.of("length", "minLength", "maxLength").stream().map(step::number))
                .filter(Objects::nonNull)
                .filter(length -> length >= 0 && length <= LONGEST)
                .distinct()
                .toList();
    }

    private void binary(int length) {
        found.add(
                type.equals("hexBinary")
                        ? length == 3 ? "010203" : "00".repeat(length)
                        : length == 3 ? "AQID" : Base64.getEncoder().encodeToString(new byte[length]));
    }

    /** So many characters of a text that is repeated. */
    private String cut(String text, int length) {
        String repeated = text.repeat(length / text.length() + 1).substring(0, length);
        // No part of a language is longer than eight.
        return type.equals("language") ? repeated.replaceAll("([a-z]{7})[a-z](?=[a-z])", "$1-") : repeated;
    }

    private void ids(int number) {
        found.add("id" + number);
        for (int length : lengths()) {
            String digits = Integer.toString(number, 36);
            if (length > digits.length()) {
                found.add("i" + "d".repeat(length - digits.length() - 1) + digits);
            }
            found.add("abcdefghijklmnopqrstuvwxyz".substring(number % 26, number % 26 + 1));
        }
    }
}
