package dev.weir.xpath.functions;

import dev.weir.xpath.XPathException;
import java.time.OffsetDateTime;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture of {@code format-dateTime} (XSLT 2.0, section 16.5): text with components in brackets, such as {@code
 * [D01] [MNn] [Y0001]}. Numbers are Arabic, names English. Immutable.
 */
final class DateTimePicture {
    /** A component letter; digits or a name; and the least and the greatest width. */
    private static final Pattern COMPONENT =
            Pattern.compile("([YMDdFWHhPmsfZz])(N|n|Nn|[0-9]{1,9})?(?:,([0-9]{1,2}|\\*)(?:-([0-9]{1,2}|\\*))?)?");

    private final String picture;

    DateTimePicture(String picture) {
        this.picture = picture;
    }

    /** @throws XPathException for a component that is malformed or not supported */
    String format(OffsetDateTime time) {
        StringBuilder formatted = new StringBuilder();
        int at = 0;
        while (at < picture.length()) {
            char c = picture.charAt(at);
            if (c != '[' && c != ']') {
                formatted.append(c);
                at++;
            } else if (picture.startsWith("[[", at) || picture.startsWith("]]", at)) {
                formatted.append(c);
                at += 2;
            } else {
                int end = picture.indexOf(']', at);
                if (c == ']' || end < at + 2) {
                    throw new XPathException("xp20:format-dateTime(): '" + c
                            + "' without a component and ']' in the picture '" + picture + "'");
                }
                component(picture.substring(at + 1, end).replaceAll("\\s", ""), time, formatted);
                at = end + 1;
            }
        }
        return formatted.toString();
    }

    private void component(String component, OffsetDateTime time, StringBuilder to) {
        Matcher parts = COMPONENT.matcher(component);
        if (!parts.matches()) {
            throw unsupported(component);
        }
        String presentation = parts.group(2) == null ? "" : parts.group(2);
        boolean named = presentation.startsWith("N") || presentation.startsWith("n");
        int least = width(parts.group(3), 0);
        int most = width(parts.group(4), Integer.MAX_VALUE);
        switch (component.charAt(0)) {
            case 'Y' -> {
                String year = number(time.getYear(), presentation, least);
                int digits = parts.group(4) != null ? most : presentation.length() > 1 ? presentation.length() : most;
                to.append(year.length() > digits ? year.substring(year.length() - digits) : year);
            }
            case 'M' ->
                to.append(
                        named
                                ? name(
                                        time.getMonth().getDisplayName(TextStyle.FULL_STANDALONE, Locale.ENGLISH),
                                        presentation,
                                        most)
                                : number(time.getMonthValue(), presentation, least));
            case 'F' -> {
                if (presentation.isEmpty() || named) {
                    to.append(name(
                            time.getDayOfWeek().getDisplayName(TextStyle.FULL_STANDALONE, Locale.ENGLISH),
                            presentation.isEmpty() ? "n" : presentation,
                            most));
                } else {
                    to.append(number(time.getDayOfWeek().getValue(), presentation, least));
                }
            }
            case 'P' -> to.append(name(time.getHour() < 12 ? "Am" : "Pm", named ? presentation : "n", most));
            case 'Z' -> to.append(offset(time));
            case 'z' -> to.append("GMT").append(offset(time));
            default -> {
                if (named) {
                    throw unsupported(component);
                }
                to.append(numeric(component.charAt(0), time, presentation, least));
            }
        }
    }

    private static String numeric(char component, OffsetDateTime time, String presentation, int least) {
        String twoDigits = presentation.isEmpty() ? "01" : presentation;
        return switch (component) {
            case 'D' -> number(time.getDayOfMonth(), presentation, least);
            case 'd' -> number(time.getDayOfYear(), presentation, least);
            case 'W' -> number(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), presentation, least);
            case 'H' -> number(time.getHour(), presentation, least);
            case 'h' -> number(time.getHour() % 12 == 0 ? 12 : time.getHour() % 12, presentation, least);
            case 'm' -> number(time.getMinute(), twoDigits, least);
            case 's' -> number(time.getSecond(), twoDigits, least);
            default -> fraction(time.getNano(), presentation.length());
        };
    }

    private XPathException unsupported(String component) {
        return new XPathException("xp20:format-dateTime(): the component [" + component + "] of the picture '" + picture
                + "' is not supported");
    }

    private static int width(String text, int otherwise) {
        return text == null || text.equals("*") ? otherwise : Integer.parseInt(text);
    }

    private static String number(int value, String presentation, int least) {
        String digits = Integer.toString(value);
        return "0".repeat(Math.max(0, Math.max(presentation.length(), least) - digits.length())) + digits;
    }

    private static String name(String name, String presentation, int most) {
        String cased = presentation.equals("N")
                ? name.toUpperCase(Locale.ENGLISH)
                : presentation.equals("n") ? name.toLowerCase(Locale.ENGLISH) : name;
        return cased.length() > most ? cased.substring(0, most) : cased;
    }

    private static String offset(OffsetDateTime time) {
        return time.getOffset().getTotalSeconds() == 0
                ? "+00:00"
                : time.getOffset().getId();
    }

    private static String fraction(int nanos, int digits) {
        return String.format(Locale.ROOT, "%09d", nanos).substring(0, digits == 0 ? 3 : digits);
    }
}
