package dev.weir.xpath.functions;

import dev.weir.xpath.XPathException;
import java.time.DayOfWeek;
import java.time.OffsetDateTime;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A picture of {@code format-dateTime} (XSLT 2.0, section 16.5.1): text with components in brackets, such as {@code
 * [D01] [MNn] [Y0001]}. Words and names are English, digits those of ASCII. As Oracle's users rely on it, a modifier that
 * nobody knows, as in {@code [YYYY]}, means the component's default. Immutable.
 */
final class DateTimePicture {
    /** A component's letter; its modifiers; and the least and the greatest width. */
    private static final Pattern COMPONENT =
            Pattern.compile("([YMDdFWwHhPmsfZzCE])([^,]*)(?:,([0-9]{1,3}|\\*)(?:-([0-9]{1,3}|\\*))?)?");

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final List<Piece> pieces;

    /** A piece of the picture. */
    private interface Piece {
        void format(OffsetDateTime time, StringBuilder to);
    }

    /**
     * @param width in characters
     * @param most the greatest width
     */
    private record Component(char letter, DateTimeNotation notation, int width, int most) implements Piece {
        @Override
        public void format(OffsetDateTime time, StringBuilder to) {
            switch (letter) {
                case 'Y' -> to.append(year(Math.abs(time.getYear())));
                case 'M' ->
                    to.append(
                            notation.isName()
                                    ? name(time.getMonth().getDisplayName(TextStyle.FULL_STANDALONE, Locale.ENGLISH))
                                    : number(time.getMonthValue()));
                case 'D' -> to.append(number(time.getDayOfMonth()));
                case 'd' -> to.append(number(time.getDayOfYear()));
                case 'F' ->
                    to.append(
                            notation.isName()
                                    ? name(time.getDayOfWeek()
                                            .getDisplayName(TextStyle.FULL_STANDALONE, Locale.ENGLISH))
                                    : number(time.getDayOfWeek().getValue()));
                case 'W' -> to.append(number(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)));
                case 'w' -> to.append(number(weekOfMonth(time)));
                case 'H' -> to.append(number(time.getHour()));
                case 'h' -> to.append(number(time.getHour() % 12 == 0 ? 12 : time.getHour() % 12));
                case 'P' -> to.append(name(time.getHour() < 12 ? "Am" : "Pm"));
                case 'm' -> to.append(number(time.getMinute()));
                case 's' -> to.append(number(time.getSecond()));
                case 'f' -> to.append(fraction(time.getNano()));
                case 'Z' -> to.append(notation.offset(time.getOffset()));
                case 'z' -> to.append("GMT").append(notation.offset(time.getOffset()));
                case 'C' -> to.append(name("Gregorian"));
                default -> to.append(name(time.getYear() > 0 ? "Ad" : "Bc"));
            }
        }

        /** As ISO 8601 counts the weeks of a year: the first has the month's first Thursday. */
        private static int weekOfMonth(OffsetDateTime time) {
            OffsetDateTime thursday = time.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                    .plusDays(3);
            return (thursday.getDayOfMonth() - 1) / 7 + 1;
        }

        private String number(int value) {
            return notation.number(value, width);
        }

        /** Its last digits, where there is no place for all. */
        private String year(int value) {
            String digits = Integer.toString(value);
            return notation.isDecimal() && digits.length() > most
                    ? number(Integer.parseInt(digits.substring(digits.length() - most)))
                    : number(value);
        }

        /** As many digits as there are and there is place for. */
        private String fraction(int nanos) {
            String digits = String.format(Locale.ROOT, "%09d", nanos);
            int end = Math.min(digits.length(), most);
            int least = Math.max(1, width);
            while (end > least && digits.charAt(end - 1) == '0') {
                end--;
            }
            return digits.substring(0, end) + "0".repeat(Math.max(0, least - end));
        }

        private String name(String name) {
            String cased = notation.cased(name);
            String cut = cased.length() > most ? cased.substring(0, most) : cased;
            return cut + " ".repeat(Math.max(0, width - cut.length()));
        }
    }

    private DateTimePicture(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /**
     * @param function for messages
     * @throws XPathException for a picture that is malformed, or has a component that nobody knows
     */
    static DateTimePicture parse(String function, String picture) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < picture.length()) {
            char c = picture.charAt(at);
            if (c != '[' && c != ']') {
                text.append(c);
                at++;
            } else if (picture.startsWith("[[", at) || picture.startsWith("]]", at)) {
                text.append(c);
                at += 2;
            } else {
                int end = picture.indexOf(']', at);
                if (c == ']' || end < at + 2) {
                    throw new XPathException(
                            function + "(): '" + c + "' without a component and ']' in the picture '" + picture + "'");
                }
                Component component = component(picture.substring(at + 1, end).replaceAll("\\s", ""));
                if (component == null) {
                    throw new XPathException(function + "(): " + picture.substring(at, end + 1) + " in the picture '"
                            + picture
                            + "' is no component: a letter of YMDdFWwHhPmsfZzCE, a modifier, and widths, as in"
                            + " [M01] or [MNn,3-3]");
                }
                String before = text.toString();
                text.setLength(0);
                if (!before.isEmpty()) {
                    pieces.add((time, to) -> to.append(before));
                }
                pieces.add(component);
                at = end + 1;
            }
        }
        String rest = text.toString();
        pieces.add((time, to) -> to.append(rest));
        return new DateTimePicture(List.copyOf(pieces));
    }

    /** Null for what is no component. */
    private static @Nullable Component component(String component) {
        Matcher parts = COMPONENT.matcher(component);
        if (!parts.matches()) {
            return null;
        }
        char letter = component.charAt(0);
        DateTimeNotation notation = DateTimeNotation.of(letter, parts.group(2));
        // Digits such as 001 set both widths; widths that are given count before them.
        int digits = notation.digits();
        int least = parts.group(3) == null ? digits : width(parts.group(3), 0);
        int most = parts.group(3) == null && digits > 1 ? digits : width(parts.group(4), UNBOUNDED);
        return most == 0 || most < least ? null : new Component(letter, notation, least, most);
    }

    private static int width(@Nullable String text, int otherwise) {
        return text == null || text.equals("*") ? otherwise : Integer.parseInt(text);
    }

    String format(OffsetDateTime time) {
        StringBuilder formatted = new StringBuilder();
        for (Piece piece : pieces) {
            piece.format(time, formatted);
        }
        return formatted.toString();
    }
}
