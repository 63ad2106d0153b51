package dev.weir.bind.value;

import dev.weir.xml.lexical.EmptyValueException;
import dev.weir.xml.lexical.SimpleValue;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Parses and prints lexical forms held in Strings. Surrounding white space is ignored. */
public final class Lexical {
    static final String XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

    /** The maximum length of a number: computing with longer ones is too expensive. */
    private static final int LONGEST_NUMBER = 10_000;

    private static final int LONGEST_QUOTE = 40;

    private Lexical() {}

    /** Removes XML's white space at both ends. */
    public static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return from == 0 && to == text.length() ? text : text.substring(from, to);
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** Whether a text contains no value: see {@link EmptyValues}. */
    public static boolean isBlank(String text) {
        return trim(text).isEmpty();
    }

    /** Splits a list at white space. */
    public static String[] items(String text) {
        String trimmed = trim(text);
        return trimmed.isEmpty() ? new String[0] : trimmed.split("[ \t\r\n]+");
    }

    public static int toInt(String text) {
        if (isBlank(text)) {
            return 0;
        }
        long value = toLong(text, "xs:int");
        if (value != (int) value) {
            throw wrong("xs:int", text);
        }
        return (int) value;
    }

    public static short toShort(String text) {
        if (isBlank(text)) {
            return 0;
        }
        long value = toLong(text, "xs:short");
        if (value != (short) value) {
            throw wrong("xs:short", text);
        }
        return (short) value;
    }

    public static byte toByte(String text) {
        if (isBlank(text)) {
            return 0;
        }
        long value = toLong(text, "xs:byte");
        if (value != (byte) value) {
            throw wrong("xs:byte", text);
        }
        return (byte) value;
    }

    public static char toChar(String text) {
        if (isBlank(text)) {
            return 0;
        }
        long value = toLong(text, "xs:unsignedShort");
        if (value != (char) value) {
            throw wrong("xs:unsignedShort", text);
        }
        return (char) value;
    }

    public static long toLong(String text) {
        return toLong(text, "xs:long");
    }

    private static long toLong(String text, String type) {
        String digits = trim(text);
        try {
            requireNumber(digits, type, false, false);
            return Long.parseLong(digits);
        } catch (NumberFormatException tooLarge) {
            throw wrong(type, text);
        }
    }

    public static double toDouble(String text) {
        String digits = trim(text);
        switch (digits) {
            case "INF" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-INF" -> {
                return Double.NEGATIVE_INFINITY;
            }
            case "NaN" -> {
                return Double.NaN;
            }
            default -> {
                requireNumber(digits, "xs:double", true, true);
                return Double.parseDouble(digits);
            }
        }
    }

    public static float toFloat(String text) {
        String digits = trim(text);
        switch (digits) {
            case "INF" -> {
                return Float.POSITIVE_INFINITY;
            }
            case "-INF" -> {
                return Float.NEGATIVE_INFINITY;
            }
            case "NaN" -> {
                return Float.NaN;
            }
            default -> {
                requireNumber(digits, "xs:float", true, true);
                return Float.parseFloat(digits);
            }
        }
    }

    public static boolean toBoolean(String text) {
        return switch (trim(text)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw wrong("xs:boolean", text);
        };
    }

    public static BigDecimal toDecimal(String text) {
        String digits = trim(text);
        requireNumber(digits, "xs:decimal", true, false);
        return new BigDecimal(digits);
    }

    public static BigInteger toInteger(String text) {
        String digits = trim(text);
        requireNumber(digits, "xs:integer", false, false);
        return new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits);
    }

    private static void requireNumber(String text, String type, boolean point, boolean exponent) {
        int digits = 0;
        boolean pointSeen = !point;
        boolean exponentSeen = !exponent;
        boolean signAllowed = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && !pointSeen) {
                pointSeen = true;
            } else if ((c == 'e' || c == 'E') && !exponentSeen && digits > 0) {
                exponentSeen = true;
                pointSeen = true;
                digits = 0;
                signAllowed = true;
                continue;
            } else if (!((c == '-' || c == '+') && signAllowed)) {
                throw wrong(type, text);
            }
            signAllowed = false;
        }
        if (digits == 0 || text.length() > LONGEST_NUMBER) {
            throw wrong(type, text);
        }
    }

    /** Decodes xs:base64Binary, by the rule of readers. */
    public static byte[] toBase64(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return SimpleValue.toBase64(utf8, 0, utf8.length);
    }

    /** Decodes xs:hexBinary. */
    public static byte[] toHex(String text) {
        String digits = trim(text);
        if (digits.length() % 2 != 0) {
            throw wrong("xs:hexBinary", text);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(digits.length() / 2);
        for (int i = 0; i < digits.length(); i += 2) {
            int high = Character.digit(digits.charAt(i), 16);
            int low = Character.digit(digits.charAt(i + 1), 16);
            if (high < 0 || low < 0 || digits.charAt(i) > 'f' || digits.charAt(i + 1) > 'f') {
                throw wrong("xs:hexBinary", text);
            }
            bytes.write(high << 4 | low);
        }
        return bytes.toByteArray();
    }

    /** Prints like JAXB: in Java's format except for infinities. */
    public static String print(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "INF" : "-INF";
        }
        return Double.toString(value);
    }

    /** Prints like JAXB. */
    public static String print(float value) {
        if (Float.isInfinite(value)) {
            return value > 0 ? "INF" : "-INF";
        }
        return Float.toString(value);
    }

    static IllegalArgumentException wrong(String type, String text) {
        return wrong(type, text, null);
    }

    static IllegalArgumentException wrong(String type, String text, @Nullable Throwable cause) {
        String quote = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
        String message = "not a value of " + type + ": \"" + quote + "\"";
        return isBlank(text) ? new EmptyValueException(message, cause) : new IllegalArgumentException(message, cause);
    }
}
