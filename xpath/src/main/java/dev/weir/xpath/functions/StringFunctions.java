package dev.weir.xpath.functions;

import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathValues;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Strings and numbers: comparison, case, trimming, search, message formats, ids. */
final class StringFunctions {
    private StringFunctions() {}

    static void addXpath20(FunctionTable.Namespace xp20) {
        xp20.strings("upper-case", 1, arguments -> arguments.get(0).toUpperCase(Locale.ROOT))
                .strings("lower-case", 1, arguments -> arguments.get(0).toLowerCase(Locale.ROOT))
                .strings("ends-with", 2, arguments -> arguments.get(0).endsWith(arguments.get(1)))
                .strings("compare", 2, arguments -> sign(arguments.get(0).compareTo(arguments.get(1))))
                .strings(
                        "compare-ignore-case",
                        2,
                        arguments -> sign(arguments.get(0).compareToIgnoreCase(arguments.get(1))))
                .strings("matches", 2, arguments -> matches(arguments.get(0), arguments.get(1)))
                .values("abs", 1, arguments -> Math.abs(XPathValues.number(arguments.get(0))));
    }

    static void addExtension(FunctionTable.Namespace oraext, Supplier<UUID> ids) {
        oraext.strings("generate-guid", 0, arguments -> guid(ids))
                .strings("left-trim", 1, arguments -> arguments.get(0).stripLeading())
                .strings("right-trim", 1, arguments -> arguments.get(0).stripTrailing())
                .strings("index-within-string", 2, arguments ->
                        (double) arguments.get(0).indexOf(arguments.get(1)))
                .strings("last-index-within-string", 2, arguments ->
                        (double) arguments.get(0).lastIndexOf(arguments.get(1)))
                .strings("compare", 2, arguments -> sign(arguments.get(0).compareTo(arguments.get(1))))
                .strings(
                        "compare-ignore-case",
                        2,
                        arguments -> sign(arguments.get(0).compareToIgnoreCase(arguments.get(1))))
                .strings("format-string", 1, 11, arguments -> format("oraext:format-string", arguments))
                .values("square-root", 1, arguments -> Math.sqrt(XPathValues.number(arguments.get(0))));
    }

    static void addXpath(FunctionTable.Namespace ora, Supplier<UUID> ids) {
        ora.strings("generateGUID", 0, arguments -> guid(ids))
                .strings("format", 1, Integer.MAX_VALUE, arguments -> format("ora:format", arguments))
                .strings("addQuotes", 1, arguments -> "'" + arguments.get(0) + "'");
    }

    private static Double sign(int difference) {
        return (double) Integer.signum(difference);
    }

    private static String guid(Supplier<UUID> ids) {
        return ids.get().toString().replace("-", "").toUpperCase(Locale.ROOT);
    }

    private static Boolean matches(String text, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(new MeteredText(text)).find();
        } catch (PatternSyntaxException | StackOverflowError e) {
            throw new XPathException(
                    e instanceof PatternSyntaxException
                            ? "xp20:matches() needs a regular expression: " + e.getMessage()
                            : "xp20:matches(): the regular expression is nested too deeply for the text",
                    e);
        }
    }

    private static String format(String function, List<String> arguments) {
        try {
            return new MessageFormat(arguments.get(0), Locale.ENGLISH)
                    .format(arguments.subList(1, arguments.size()).toArray());
        } catch (IllegalArgumentException e) {
            throw new XPathException(
                    function + "() needs a pattern of java.text.MessageFormat, and is given '" + arguments.get(0) + "'",
                    e);
        }
    }
}
