package dev.weir.bind.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Calendar;
import java.util.GregorianCalendar;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** Conversion of the date and time types of XML Schema. */
final class Dates {
    /** Thread-safe in the JDK's implementation, although not documented as such. */
    static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

    /** The maximum length of a common form: yyyy-MM-ddThh:mm:ss, nine fractional digits, and a time zone. */
    private static final int LONGEST_USUAL = 35;

    private static final int NONE = DatatypeConstants.FIELD_UNDEFINED;

    private Dates() {}

    static XMLGregorianCalendar toCalendar(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return toCalendar(utf8, 0, utf8.length);
    }

    /** Parses the UTF-8 bytes of a value, including surrounding white space. */
    static XMLGregorianCalendar toCalendar(byte[] utf8, int from, int to) {
        int first = from;
        int end = to;
        while (first < end && Lexical.isSpace((char) utf8[first])) {
            first++;
        }
        while (end > first && Lexical.isSpace((char) utf8[end - 1])) {
            end--;
        }
        XMLGregorianCalendar usual = usual(utf8, first, end);
        if (usual != null) {
            return usual;
        }
        String text = new String(utf8, first, end - first, StandardCharsets.UTF_8);
        try {
            return FACTORY.newXMLGregorianCalendar(text);
        } catch (IllegalArgumentException wrong) {
            throw Lexical.wrong("xs:dateTime, xs:date or xs:time", text, wrong);
        }
    }

    /**
     * Parses the common forms yyyy-MM-dd and yyyy-MM-ddThh:mm:ss without the pattern matching of the JDK; null for
     * other forms.
     */
    private static @Nullable XMLGregorianCalendar usual(byte[] t, int from, int end) {
        int length = end - from;
        if (length < 10 || t[from + 4] != '-' || t[from + 7] != '-') {
            return null;
        }
        int year = digits(t, from, from + 4);
        int month = digits(t, from + 5, from + 7);
        int day = digits(t, from + 8, from + 10);
        if (year <= 0 || month < 0 || day < 0) {
            return null;
        }
        int p = from + 10;
        int hour = NONE;
        int minute = NONE;
        int second = NONE;
        BigDecimal fraction = null;
        if (p < end && t[p] == 'T') {
            if (length < 19 || t[from + 13] != ':' || t[from + 16] != ':') {
                return null;
            }
            hour = digits(t, from + 11, from + 13);
            minute = digits(t, from + 14, from + 16);
            second = digits(t, from + 17, from + 19);
            if (hour < 0 || hour > 23 || minute < 0 || second < 0) {
                return null;
            }
            p = from + 19;
            if (p < end && t[p] == '.') {
                int point = ++p;
                while (p < end && p - point < 9 && t[p] >= '0' && t[p] <= '9') {
                    p++;
                }
                if (p == point) {
                    return null;
                }
                fraction = BigDecimal.valueOf(digits(t, point, p), p - point);
            }
        }
        int zone = NONE;
        if (p < end) {
            byte sign = t[p];
            if (sign == 'Z' && p + 1 == end) {
                zone = 0;
            } else if ((sign == '+' || sign == '-') && p + 6 == end && t[p + 3] == ':') {
                int hours = digits(t, p + 1, p + 3);
                int minutes = digits(t, p + 4, p + 6);
                if (hours < 0 || minutes < 0 || minutes > 59) {
                    return null;
                }
                zone = (hours * 60 + minutes) * (sign == '-' ? -1 : 1);
            } else {
                return null;
            }
        }
        try {
            return FACTORY.newXMLGregorianCalendar(
                    BigInteger.valueOf(year), month, day, hour, minute, second, fraction, zone);
        } catch (IllegalArgumentException outOfRange) {
            return null;
        }
    }

    private static int digits(byte[] text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    static GregorianCalendar toGregorian(String text) {
        return toCalendar(text).toGregorianCalendar();
    }

    /** Prints the lexical form of a schema type; if that is null, the form that the calendar's fields determine. */
    static String print(XMLGregorianCalendar calendar, @Nullable String schemaType) {
        String usual = usual(calendar, schemaType);
        if (usual != null) {
            return usual;
        }
        if (schemaType == null) {
            return calendar.toXMLFormat();
        }
        String pattern = pattern(schemaType);
        if (pattern == null || calendar.getXMLSchemaType().getLocalPart().equals(schemaType)) {
            return calendar.toXMLFormat();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            switch (c) {
                case 'Y' -> number(text, require(calendar.getYear(), "year", schemaType), 4);
                case 'M' -> number(text, require(calendar.getMonth(), "month", schemaType), 2);
                case 'D' -> number(text, require(calendar.getDay(), "day", schemaType), 2);
                case 'h' -> number(text, require(calendar.getHour(), "hour", schemaType), 2);
                case 'm' -> number(text, require(calendar.getMinute(), "minute", schemaType), 2);
                case 's' -> {
                    number(text, require(calendar.getSecond(), "second", schemaType), 2);
                    BigDecimal fraction = calendar.getFractionalSecond();
                    if (fraction != null) {
                        text.append(fraction.toPlainString().substring(1));
                    }
                }
                case 'z' -> {
                    if (calendar.getTimezone() != NONE) {
                        zone(text, calendar.getTimezone());
                    }
                }
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    /**
     * Prints a date, or a date and time, of common years without the intermediate objects of the calendar; null for
     * others.
     */
    private static @Nullable String usual(XMLGregorianCalendar calendar, @Nullable String schemaType) {
        int year = calendar.getYear();
        int month = calendar.getMonth();
        int day = calendar.getDay();
        int hour = calendar.getHour();
        int minute = calendar.getMinute();
        int second = calendar.getSecond();
        int zone = calendar.getTimezone();
        BigDecimal fraction = calendar.getFractionalSecond();
        boolean isDate = hour == NONE && minute == NONE && second == NONE && fraction == null;
        boolean isTime = hour >= 0 && minute >= 0 && second >= 0;
        boolean isWanted = schemaType == null || schemaType.equals(isDate ? "date" : "dateTime");
        if (!isWanted
                || !isDate && !isTime
                || year < 1
                || year > 9999
                || month < 1
                || day < 1
                || calendar.getEon() != null
                || fraction != null && (fraction.scale() < 1 || fraction.scale() > 9)) {
            return null;
        }
        byte[] text = new byte[LONGEST_USUAL];
        two(text, 0, year / 100);
        two(text, 2, year % 100);
        text[4] = '-';
        two(text, 5, month);
        text[7] = '-';
        two(text, 8, day);
        int p = 10;
        if (isTime) {
            text[10] = 'T';
            two(text, 11, hour);
            text[13] = ':';
            two(text, 14, minute);
            text[16] = ':';
            two(text, 17, second);
            p = 19;
            if (fraction != null) {
                text[p] = '.';
                p += fraction.scale();
                long digits = fraction.unscaledValue().longValue();
                for (int q = p; q > 19; q--) {
                    text[q] = (byte) ('0' + digits % 10);
                    digits /= 10;
                }
                p++;
            }
        }
        if (zone == 0) {
            text[p++] = 'Z';
        } else if (zone != NONE) {
            text[p] = (byte) (zone < 0 ? '-' : '+');
            two(text, p + 1, Math.abs(zone) / 60);
            text[p + 3] = ':';
            two(text, p + 4, Math.abs(zone) % 60);
            p += 6;
        }
        return new String(text, 0, p, StandardCharsets.ISO_8859_1);
    }

    private static void two(byte[] text, int at, int value) {
        text[at] = (byte) ('0' + value / 10);
        text[at + 1] = (byte) ('0' + value % 10);
    }

    static String print(Calendar calendar, @Nullable String schemaType) {
        String pattern = schemaType == null ? null : pattern(schemaType);
        StringBuilder text = new StringBuilder();
        String used = pattern == null ? "Y-M-DTh:m:sz" : pattern;
        for (int i = 0; i < used.length(); i++) {
            char c = used.charAt(i);
            switch (c) {
                case 'Y' -> {
                    int year = calendar.get(Calendar.YEAR);
                    number(text, calendar.get(Calendar.ERA) == GregorianCalendar.BC ? -year : year, 4);
                }
                case 'M' -> number(text, calendar.get(Calendar.MONTH) + 1, 2);
                case 'D' -> number(text, calendar.get(Calendar.DAY_OF_MONTH), 2);
                case 'h' -> number(text, calendar.get(Calendar.HOUR_OF_DAY), 2);
                case 'm' -> number(text, calendar.get(Calendar.MINUTE), 2);
                case 's' -> {
                    number(text, calendar.get(Calendar.SECOND), 2);
                    int milliseconds = calendar.get(Calendar.MILLISECOND);
                    if (milliseconds != 0) {
                        text.append('.');
                        number(text, milliseconds, 3);
                    }
                }
                case 'z' ->
                    zone(text, (calendar.get(Calendar.ZONE_OFFSET) + calendar.get(Calendar.DST_OFFSET)) / 60_000);
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    private static @Nullable String pattern(String schemaType) {
        return switch (schemaType) {
            case "dateTime" -> "Y-M-DTh:m:sz";
            case "date" -> "Y-M-Dz";
            case "time" -> "h:m:sz";
            case "gYear" -> "Yz";
            case "gYearMonth" -> "Y-Mz";
            case "gMonthDay" -> "--M-Dz";
            case "gDay" -> "---Dz";
            case "gMonth" -> "--Mz";
            default -> null;
        };
    }

    private static int require(int field, String name, String schemaType) {
        if (field == NONE) {
            throw new IllegalArgumentException("a value of xs:" + schemaType + " must have a " + name);
        }
        return field;
    }

    private static void number(StringBuilder text, int value, int digits) {
        if (value < 0) {
            text.append('-');
        }
        String plain = Integer.toString(Math.abs(value));
        for (int i = plain.length(); i < digits; i++) {
            text.append('0');
        }
        text.append(plain);
    }

    private static void zone(StringBuilder text, int minutes) {
        if (minutes == 0) {
            text.append('Z');
            return;
        }
        text.append(minutes < 0 ? '-' : '+');
        number(text, Math.abs(minutes) / 60, 2);
        text.append(':');
        number(text, Math.abs(minutes) % 60, 2);
    }
}
