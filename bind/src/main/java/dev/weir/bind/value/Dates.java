package dev.weir.bind.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Calendar;
import java.util.GregorianCalendar;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** The types of XML Schema that tell dates and times. */
final class Dates {
    /** Stateless, though it does not say so. */
    static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

    private static final int NONE = DatatypeConstants.FIELD_UNDEFINED;

    private Dates() {}

    static XMLGregorianCalendar toCalendar(String text) {
        String trimmed = Lexical.trim(text);
        XMLGregorianCalendar usual = usual(trimmed);
        if (usual != null) {
            return usual;
        }
        try {
            return FACTORY.newXMLGregorianCalendar(trimmed);
        } catch (IllegalArgumentException wrong) {
            throw Lexical.wrong("xs:dateTime, xs:date or xs:time", text, wrong);
        }
    }

    /** The common forms, without the patterns that the JDK walks through: yyyy-MM-dd, and that with hh:mm:ss; or null. */
    private static @Nullable XMLGregorianCalendar usual(String t) {
        int length = t.length();
        if (length < 10 || t.charAt(4) != '-' || t.charAt(7) != '-') {
            return null;
        }
        int year = digits(t, 0, 4);
        int month = digits(t, 5, 7);
        int day = digits(t, 8, 10);
        if (year <= 0 || month < 0 || day < 0) {
            return null;
        }
        int p = 10;
        int hour = NONE;
        int minute = NONE;
        int second = NONE;
        BigDecimal fraction = null;
        if (p < length && t.charAt(p) == 'T') {
            if (length < 19 || t.charAt(13) != ':' || t.charAt(16) != ':') {
                return null;
            }
            hour = digits(t, 11, 13);
            minute = digits(t, 14, 16);
            second = digits(t, 17, 19);
            if (hour < 0 || hour > 23 || minute < 0 || second < 0) {
                return null;
            }
            p = 19;
            if (p < length && t.charAt(p) == '.') {
                int from = ++p;
                while (p < length && p - from < 9 && t.charAt(p) >= '0' && t.charAt(p) <= '9') {
                    p++;
                }
                if (p == from) {
                    return null;
                }
                fraction = BigDecimal.valueOf(digits(t, from, p), p - from);
            }
        }
        int zone = NONE;
        if (p < length) {
            char sign = t.charAt(p);
            if (sign == 'Z' && p + 1 == length) {
                zone = 0;
            } else if ((sign == '+' || sign == '-') && p + 6 == length && t.charAt(p + 3) == ':') {
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

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
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

    /** As a schema type wants it; null for the form that the calendar's own fields make. */
    static String print(XMLGregorianCalendar calendar, @Nullable String schemaType) {
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

    static String print(Calendar calendar, @Nullable String schemaType) {
        String pattern = schemaType == null ? null : pattern(schemaType);
        StringBuilder text = new StringBuilder();
        String used = pattern == null ? "Y-M-DTh:m:sz" : pattern;
        for (int i = 0; i < used.length(); i++) {
            char c = used.charAt(i);
            switch (c) {
                case 'Y' -> {
                    int year = calendar.get(Calendar.YEAR);
                    number(text, calendar.get(Calendar.ERA) == GregorianCalendar.BC ? -year + 1 : year, 4);
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
