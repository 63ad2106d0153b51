package dev.weir.xpath.xslt;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as text in stylesheets of version 1.0 that run on Saxon. Saxon's mode for version 1.0 writes a million as
 * {@code 1.0E6}, as XPath 2.0 does; XPath 1.0 writes {@code 1000000}. So the places where a number becomes text call
 * functions of XPath 1.0 instead: xsl:value-of, attributes of result elements, and the string functions.
 */
final class VersionOne {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final String NAMESPACE = "urn:weir:xpath-1.0";
    private static final String STRING = "Q{" + NAMESPACE + "}string(";

    private static final Set<String> EXPRESSIONS = Set.of("select", "test", "use", "value", "match", "group-by");

    /** String functions with their arguments; without arguments they take the context node, which is text already. */
    private static final Map<XmlName, XPathFunctions.XPathFunction> CORE = Map.of(
                    "string", "$a",
                    "concat", "",
                    "contains", "$a,$b",
                    "starts-with", "$a,$b",
                    "substring", "$a,$b",
                    "substring-before", "$a,$b",
                    "substring-after", "$a,$b",
                    "string-length", "$a",
                    "normalize-space", "$a",
                    "translate", "$a,$b,$c")
            .entrySet()
            .stream()
            .collect(Collectors.toUnmodifiableMap(
                    function -> XmlName.of(NAMESPACE, function.getKey()),
                    function -> core(function.getKey(), function.getValue())));

    static final XPathFunctions FUNCTIONS = CORE::get;

    private VersionOne() {}

    private static XPathFunctions.XPathFunction core(String name, String parameters) {
        if (name.equals("concat")) {
            return (scope, arguments) ->
                    arguments.stream().map(XPathValues::string).collect(Collectors.joining());
        }
        Function<String, XPathExpression> compiled =
                written -> XPathExpression.compile(name + "(" + written + ")", prefix -> null, XPathFunctions.NONE);
        XPathExpression expression = compiled.apply(parameters);
        XPathExpression longer = name.equals("substring") ? compiled.apply("$a,$b,$c") : expression;
        return (scope, arguments) -> (arguments.size() > 2 ? longer : expression).evaluate(new Arguments(arguments));
    }

    private record Arguments(List<Object> values) implements XPathScope {
        @Override
        public @Nullable XmlNode contextNode() {
            return null;
        }

        @Override
        public Object variable(String name) {
            return values.get(name.charAt(0) - 'a');
        }
    }

    /** Changes a module in place. */
    static void rewrite(XmlElement root) {
        XmlNode node = root;
        while (node != null) {
            if (node instanceof XmlElement element) {
                boolean instruction = element.name().namespace().equals(XSLT);
                boolean valueOf = element.name().equals(XmlName.of(XSLT, "value-of"));
                for (XmlAttribute attribute = element.firstAttribute();
                        attribute != null;
                        attribute = (XmlAttribute) attribute.nextSibling()) {
                    if (!instruction) {
                        if (attribute.value().indexOf('{') >= 0) {
                            attribute.value(template(attribute.value(), written -> STRING + expression(written) + ")"));
                        }
                    } else if (valueOf && attribute.name().equals(XmlName.of("select"))) {
                        attribute.value(STRING + expression(attribute.value()) + ")");
                    } else if (EXPRESSIONS.contains(attribute.name().local())) {
                        attribute.value(expression(attribute.value()));
                    }
                }
            }
            node = StylesheetSources.following(node, root);
        }
    }

    /** Changes the expressions in braces in an attribute of a result element; {{ and }} are braces. */
    static String template(String text, UnaryOperator<String> change) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '{' || text.startsWith("{{", at)) {
                int length = text.startsWith("{{", at) || text.startsWith("}}", at) ? 2 : 1;
                out.append(text, at, at + length);
                at += length;
                continue;
            }
            int end = at + 1;
            while (end < text.length() && text.charAt(end) != '}') {
                // The braces of Q{namespace}name are not the end.
                if (text.startsWith("Q{", end) && text.indexOf('}', end) > 0) {
                    end = text.indexOf('}', end) + 1;
                    continue;
                }
                end = text.charAt(end) == '\'' || text.charAt(end) == '"' ? afterLiteral(text, end) : end + 1;
            }
            if (end >= text.length()) {
                // The processor says what is wrong with it.
                return text;
            }
            out.append('{').append(change.apply(text.substring(at + 1, end))).append('}');
            at = end + 1;
        }
        return out.toString();
    }

    /** An expression that calls the string functions of XPath 1.0. */
    static String expression(String text) {
        if (text.indexOf('(') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'' || c == '"') {
                int end = afterLiteral(text, at);
                out.append(text, at, end);
                at = end;
            } else if (Character.isLetter(c) || c == '_') {
                int end = at + 1;
                while (end < text.length() && isName(text.charAt(end))) {
                    end++;
                }
                String name = text.substring(at, end);
                boolean plain = at == 0 || ":$@".indexOf(text.charAt(at - 1)) < 0;
                if (plain && CORE.containsKey(XmlName.of(NAMESPACE, name)) && hasArguments(text, end)) {
                    out.append("Q{").append(NAMESPACE).append('}');
                }
                out.append(name);
                at = end;
            } else {
                out.append(c);
                at++;
                while (isName(c) && at < text.length() && isName(text.charAt(at))) {
                    out.append(text.charAt(at++));
                }
            }
        }
        return out.toString();
    }

    static int afterLiteral(String text, int quote) {
        int end = text.indexOf(text.charAt(quote), quote + 1);
        return end < 0 ? text.length() : end + 1;
    }

    private static boolean hasArguments(String text, int from) {
        int at = from;
        while (at < text.length() && XPathValues.isSpace(text.charAt(at))) {
            at++;
        }
        if (at == text.length() || text.charAt(at) != '(') {
            return false;
        }
        at++;
        while (at < text.length() && XPathValues.isSpace(text.charAt(at))) {
            at++;
        }
        return at < text.length() && text.charAt(at) != ')';
    }

    static boolean isName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }
}
