package dev.weir.soap.page;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** What the built-in simple types take (XML Schema Part 2, section 3), by their names. */
final class BuiltInType {
    static final List<String> BOUNDS = List.of("minInclusive", "minExclusive", "maxInclusive", "maxExclusive");

    /** Both ends within; null for without end. */
    private record Range(
            @Nullable BigInteger least, @Nullable BigInteger most) {}

    /** The integers that each type has. */
    private static final Map<String, Range> INTEGERS = Map.ofEntries(
            range("integer", null, null),
            range("nonPositiveInteger", null, "0"),
            range("negativeInteger", null, "-1"),
            range("nonNegativeInteger", "0", null),
            range("positiveInteger", "1", null),
            range("long", "-9223372036854775808", "9223372036854775807"),
            range("int", "-2147483648", "2147483647"),
            range("short", "-32768", "32767"),
            range("byte", "-128", "127"),
            range("unsignedLong", "0", "18446744073709551615"),
            range("unsignedInt", "0", "4294967295"),
            range("unsignedShort", "0", "65535"),
            range("unsignedByte", "0", "255"));

    private static final String NAME = "[\\p{L}_][\\p{L}\\p{Nd}_.\\-]*";
    private static final Map<String, Pattern> TEXTS = Map.ofEntries(
            text("boolean", "true|false|0|1"),
            text("decimal", "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)"),
            text("double", "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?|-?INF|NaN"),
            text("float", "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?|-?INF|NaN"),
            text("hexBinary", "([0-9a-fA-F]{2})*"),
            text("language", "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"),
            text("Name", "[\\p{L}_:][\\p{L}\\p{Nd}_.:\\-]*"),
            text("NCName", NAME),
            text("ID", NAME),
            text("IDREF", NAME),
            text("ENTITY", NAME),
            text("NMTOKEN", "[\\p{L}\\p{Nd}_.:\\-]+"),
            text("QName", NAME + "(:" + NAME + ")?"),
            text("NOTATION", NAME + "(:" + NAME + ")?"));

    private static final Map<String, QName> MOMENTS = Map.of(
            "date", DatatypeConstants.DATE,
            "dateTime", DatatypeConstants.DATETIME,
            "time", DatatypeConstants.TIME,
            "gYear", DatatypeConstants.GYEAR,
            "gYearMonth", DatatypeConstants.GYEARMONTH,
            "gMonth", DatatypeConstants.GMONTH,
            "gMonthDay", DatatypeConstants.GMONTHDAY,
            "gDay", DatatypeConstants.GDAY);

    private static final DatatypeFactory TIMES;

    static {
        try {
            TIMES = DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private BuiltInType() {}

    private static Map.Entry<String, Range> range(String type, @Nullable String least, @Nullable String most) {
        return Map.entry(
                type,
                new Range(least == null ? null : new BigInteger(least), most == null ? null : new BigInteger(most)));
    }

    private static Map.Entry<String, Pattern> text(String type, String pattern) {
        return Map.entry(type, Pattern.compile(pattern));
    }

    static boolean isInteger(String type) {
        return INTEGERS.containsKey(type);
    }

    static boolean isDecimal(String type) {
        return isInteger(type) || type.equals("decimal");
    }

    static boolean isFloating(String type) {
        return type.equals("double") || type.equals("float");
    }

    static boolean isMoment(String type) {
        return MOMENTS.containsKey(type);
    }

    static boolean isBinary(String type) {
        return type.equals("hexBinary") || type.equals("base64Binary");
    }

    /** Whether a text, with its white space as the type has it, is a value. */
    static boolean isValue(String type, String text) {
        Pattern pattern = TEXTS.get(type);
        if (pattern != null) {
            return pattern.matcher(text).matches();
        }
        try {
            if (isInteger(type)) {
                return isInteger(type, text);
            } else if (isMoment(type)) {
                return TIMES.newXMLGregorianCalendar(text).getXMLSchemaType().equals(MOMENTS.get(type));
            } else if (type.equals("duration")) {
                return !text.isEmpty() && TIMES.newDuration(text) != null;
            } else if (type.equals("base64Binary")) {
                return text.replace(" ", "").length() % 4 == 0 && length(type, text) >= 0;
            }
            return !type.equals("anyURI") || new URI(text).toString().equals(text);
        } catch (IllegalArgumentException | IllegalStateException | URISyntaxException e) {
            return false;
        }
    }

    private static boolean isInteger(String type, String text) {
        if (!text.matches("[+-]?[0-9]+")) {
            return false;
        }
        BigInteger value = new BigInteger(text);
        Range range = INTEGERS.get(type);
        BigInteger least = range == null ? null : range.least();
        BigInteger most = range == null ? null : range.most();
        return (least == null || value.compareTo(least) >= 0) && (most == null || value.compareTo(most) <= 0);
    }

    /** What length, minLength and maxLength count; -1 where they count nothing. */
    static int length(String type, String value) {
        return switch (type) {
            case "hexBinary" -> value.length() / 2;
            case "base64Binary" -> Base64.getDecoder().decode(value.replace(" ", "")).length;
            case "QName", "NOTATION" -> -1;
            default -> value.codePointCount(0, value.length());
        };
    }

    /** The order of two values; null where they have none, or one is no value. */
    static @Nullable Integer compare(String type, String one, String other) {
        try {
            if (isDecimal(type)) {
                return new BigDecimal(one).compareTo(new BigDecimal(other));
            } else if (type.equals("float")) {
                return order(Float.parseFloat(javaText(one)), Float.parseFloat(javaText(other)));
            } else if (type.equals("double")) {
                return order(number(one), number(other));
            } else if (isMoment(type)) {
                int order = moment(one).compare(moment(other));
                return order == DatatypeConstants.INDETERMINATE ? null : order;
            } else if (type.equals("duration")) {
                int order = duration(one).compare(duration(other));
                return order == DatatypeConstants.INDETERMINATE ? null : order;
            }
            return null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable Integer order(double one, double other) {
        return Double.isNaN(one) || Double.isNaN(other) ? null : one == other ? 0 : one < other ? -1 : 1;
    }

    static double number(String text) {
        return Double.parseDouble(javaText(text));
    }

    private static String javaText(String text) {
        return text.replace("INF", "Infinity");
    }

    static XMLGregorianCalendar moment(String text) {
        return TIMES.newXMLGregorianCalendar(text);
    }

    static Duration duration(String text) {
        return TIMES.newDuration(text);
    }
}
