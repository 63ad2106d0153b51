package dev.weir.xpath;

import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlNode;
import java.math.BigDecimal;
import java.util.List;

/** Conversions between the four types of XPath 1.0 (sections 4.2 to 4.4). */
public final class XPathValues {
    private XPathValues() {}

    public static String string(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Double number) {
            return string(number.doubleValue());
        }
        if (value instanceof List<?> nodes) {
            return nodes.isEmpty() ? "" : ((XmlNode) nodes.get(0)).stringValue();
        }
        return value.toString();
    }

    /**
     * The node to take where an element is wanted: of a document node, as {@code ora:doc} gives, its element; any other as it
     * is.
     */
    public static Object elementOf(Object node) {
        return node instanceof XmlDocument document ? document.documentElement() : node;
    }

    /** Section 4.2: no exponent, no more digits than distinguish the number from its neighbours. */
    public static String string(double number) {
        if (number == (long) number && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }

    public static boolean bool(Object given) {
        Object value = SimpleValue.of(given);
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Double number) {
            return bool(number.doubleValue());
        }
        if (value instanceof List<?> nodes) {
            return !nodes.isEmpty();
        }
        return !((String) value).isEmpty();
    }

    public static boolean bool(double number) {
        return number != 0 && !Double.isNaN(number);
    }

    public static double number(Object given) {
        Object value = SimpleValue.of(given);
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return number(string(value));
    }

    /** Section 4.4: white space, an optional minus sign, a Number; all else is NaN. */
    public static double number(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        int at = from;
        if (at < to && text.charAt(at) == '-') {
            at++;
        }
        int digits = 0;
        boolean point = false;
        long whole = 0;
        for (int i = at; i < to; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
                if (digits < 16) {
                    whole = whole * 10 + (c - '0');
                }
            } else if (c == '.' && !point) {
                point = true;
            } else {
                return Double.NaN;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        if (!point && digits < 16) {
            return at > from ? -(double) whole : whole;
        }
        return Double.parseDouble(text.substring(from, to));
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** What a variable or an extension function gave, as one of the four types. */
    public static Object of(Object given, String where) {
        if (given instanceof String || given instanceof Double || given instanceof Boolean) {
            return given;
        }
        if (given instanceof XmlNode node) {
            return List.of(node);
        }
        if (given instanceof Number number) {
            return number.doubleValue();
        }
        if (given instanceof List<?> list) {
            for (Object item : list) {
                if (!(item instanceof XmlNode)) {
                    throw new XPathException(where + " must be a node-set, string, number or boolean, but holds "
                            + (item == null ? "null" : item.getClass().getName()));
                }
            }
            return given;
        }
        throw new XPathException(where + " must be a node-set, string, number or boolean, but is "
                + (given == null ? "null" : given.getClass().getName()));
    }
}
