package dev.weir.xpath;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with an exponent, such as {@code -1.2e6}: no XPath 1.0, but Oracle's engine takes them, as XPath 2.0 does. They
 * are rewritten as XPath 1.0 has them.
 */
final class ScientificNotation {
    /** A literal or a name, which are left alone, or a number with an exponent. */
    private static final Pattern TOKEN = Pattern.compile("'[^']*'|\"[^\"]*\"|[\\p{L}_][\\w.-]*"
            + "|(?<number>(?:\\d+(?:\\.\\d*)?|\\.\\d+)[eE][+-]?\\d{1,3})(?![\\w.])");

    private ScientificNotation() {}

    /** The text without exponents; the same text where it has none. */
    static String expanded(String text) {
        Matcher tokens = TOKEN.matcher(text);
        StringBuilder expanded = new StringBuilder();
        while (tokens.find()) {
            String number = tokens.group("number");
            tokens.appendReplacement(
                    expanded,
                    Matcher.quoteReplacement(number == null ? tokens.group() : new BigDecimal(number).toPlainString()));
        }
        return tokens.appendTail(expanded).toString();
    }
}
