package dev.weir.xpath.functions;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions.XPathFunction;
import dev.weir.xpath.XPathValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions by expanded name, each of which checks the number of its arguments before it runs. Filled by one thread, then
 * read by any.
 */
final class FunctionTable {
    /** A function over the four types of XPath 1.0. */
    interface OfValues {
        Object call(List<Object> arguments);
    }

    /** A function whose arguments are converted to strings first. */
    interface OfStrings {
        Object call(List<String> arguments);
    }

    private final Map<XmlName, XPathFunction> functions = new HashMap<>();

    @Nullable XPathFunction get(XmlName name) {
        return functions.get(name);
    }

    /** The functions of one namespace, with the prefix that error messages show. */
    Namespace namespace(String uri, String prefix) {
        return new Namespace(uri, prefix);
    }

    /** Adds functions to its table. */
    final class Namespace {
        private final String uri;
        private final String prefix;

        private Namespace(String uri, String prefix) {
            this.uri = uri;
            this.prefix = prefix;
        }

        Namespace strings(String local, int arity, OfStrings function) {
            return strings(local, arity, arity, function);
        }

        Namespace strings(String local, int least, int most, OfStrings function) {
            return values(
                    local,
                    least,
                    most,
                    arguments -> function.call(
                            arguments.stream().map(XPathValues::string).toList()));
        }

        Namespace values(String local, int arity, OfValues function) {
            return values(local, arity, arity, function);
        }

        Namespace values(String local, int least, int most, OfValues function) {
            String name = prefix + ":" + local + "()";
            functions.put(XmlName.of(uri, local), (scope, arguments) -> {
                int count = arguments.size();
                if (count < least || count > most) {
                    throw new XPathException(name + " takes " + expected(least, most) + ", and is given " + count);
                }
                return function.call(arguments);
            });
            return this;
        }
    }

    private static String expected(int least, int most) {
        String noun = most == 1 ? " argument" : " arguments";
        if (least == most) {
            return least + noun;
        }
        return most == Integer.MAX_VALUE ? least + noun + " or more" : least + " to " + most + noun;
    }
}
