package dev.weir.xpath.xslt;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathValues;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Absolute paths where the context item is no node, as within {@code xsl:for-each select="1 to $n"}: an error by XPath
 * 2.0, but published stylesheets have them, and mean the source document. Such a stylesheet is rewritten: each absolute
 * path starts from the context node's document where there is a context node, else from the source document.
 */
final class AbsolutePaths {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final String SOURCE = "Q{urn:weir:xslt}source";
    private static final String ROOT = "(if (. instance of node()) then root(.) else $" + SOURCE + ")";
    private static final Set<String> EXPRESSIONS =
            Set.of("select", "test", "use", "value", "group-by", "group-adjacent", "key", "use-when");
    /** Signs of two characters, which no sign of one character must be taken from. */
    private static final Set<String> PAIRS = Set.of("::", "..", "//", "<=", ">=", "!=", "<<", ">>", ":=", "||", "=>");

    /** Signs of a select whose items are no nodes. */
    private static final Pattern VALUES = Pattern.compile(
            "(?:^|[\\s)])to(?:[\\s($]|$)|\\b(?:tokenize|distinct-values|index-of|string-to-codepoints)\\s*\\(");

    private static final XmlName CALL_TEMPLATE = XmlName.of(XSLT, "call-template");

    private AbsolutePaths() {}

    /**
     * True if a named template is called where the context item is no node: the template has that context item, which shows
     * when it runs, and not when it is compiled.
     */
    static boolean showWhenRun(StylesheetSources sources) {
        return sources.modules().stream().anyMatch(AbsolutePaths::callsFromValues);
    }

    private static boolean callsFromValues(XmlElement root) {
        XmlNode node = root;
        while (node != null) {
            if (node instanceof XmlElement element && element.name().equals(CALL_TEMPLATE)) {
                for (XmlNode above = element.parent(); above instanceof XmlElement outer; above = outer.parent()) {
                    String select = outer.attributeValue("select");
                    if (select != null
                            && outer.name().namespace().equals(XSLT)
                            && outer.name().local().startsWith("for-each")
                            && VALUES.matcher(select).find()) {
                        return true;
                    }
                }
            }
            node = StylesheetSources.following(node, root);
        }
        return false;
    }

    /** Changes all modules of a stylesheet in place; false where it cannot be, since it is a single template. */
    static boolean rewrite(StylesheetSources sources) {
        XmlElement main = sources.main();
        if (!main.name().namespace().equals(XSLT)) {
            return false;
        }
        sources.modules().forEach(AbsolutePaths::rewrite);
        XmlElement source = main.appendElement(XmlName.of(XSLT, "variable"));
        source.attribute(XmlName.of("name"), SOURCE);
        source.attribute(XmlName.of("select"), "/");
        return true;
    }

    private static void rewrite(XmlElement root) {
        XmlNode node = root;
        while (node != null) {
            if (node instanceof XmlElement element) {
                boolean instruction = element.name().namespace().equals(XSLT);
                for (XmlAttribute attribute = element.firstAttribute();
                        attribute != null;
                        attribute = (XmlAttribute) attribute.nextSibling()) {
                    String text = attribute.value();
                    if (text.indexOf('/') < 0) {
                        continue;
                    }
                    if (!instruction) {
                        attribute.value(VersionOne.template(text, AbsolutePaths::expression));
                    } else if (EXPRESSIONS.contains(attribute.name().local())) {
                        attribute.value(expression(text));
                    }
                }
            }
            node = StylesheetSources.following(node, root);
        }
    }

    /** An expression whose absolute paths start from {@link #ROOT}. */
    static String expression(String text) {
        StringBuilder out = new StringBuilder();
        boolean operandExpected = true;
        boolean withinPath = false;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (XPathValues.isSpace(c)) {
                out.append(c);
                at++;
                continue;
            }
            int end = end(text, at);
            String token = text.substring(at, end);
            at = end;
            if (token.equals("/") || token.equals("//")) {
                if (operandExpected && !withinPath) {
                    out.append(ROOT);
                    if (token.equals("//") || startsStep(text, at)) {
                        out.append(token);
                    } else {
                        operandExpected = false;
                        continue;
                    }
                } else {
                    out.append(token);
                }
                operandExpected = true;
                withinPath = true;
                continue;
            }
            withinPath = false;
            out.append(token);
            boolean operand =
                    c == '\'' || c == '"' || c == '.' || Character.isDigit(c) || c == '$' || c == ')' || c == ']';
            boolean name = isNameStart(c) || c == '*';
            operandExpected = operand ? false : name ? !operandExpected : true;
        }
        return out.toString();
    }

    /** Where the token ends that begins at a place. */
    private static int end(String text, int at) {
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            return VersionOne.afterLiteral(text, at);
        }
        int from = c == '$' ? at + 1 : at;
        if (c == '$' || isNameStart(c)) {
            return afterName(text, from);
        }
        if (Character.isDigit(c) || c == '.' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1))) {
            int end = at + 1;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            return end;
        }
        boolean pair = at + 2 <= text.length() && PAIRS.contains(text.substring(at, at + 2));
        return pair ? at + 2 : at + 1;
    }

    /** A name with its prefix, or with its namespace in {@code Q{}}; {@code p:*} too. */
    private static int afterName(String text, int from) {
        int end = from;
        if (text.startsWith("Q{", from) && text.indexOf('}', from) > 0) {
            end = text.indexOf('}', from) + 1;
        }
        end = afterPart(text, end);
        if (end + 1 < text.length() && text.charAt(end) == ':') {
            char next = text.charAt(end + 1);
            if (isNameStart(next)) {
                return afterPart(text, end + 1);
            }
            if (next == '*') {
                return end + 2;
            }
        }
        return end;
    }

    private static int afterPart(String text, int from) {
        int end = from;
        while (end < text.length() && VersionOne.isName(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean startsStep(String text, int from) {
        int at = from;
        while (at < text.length() && XPathValues.isSpace(text.charAt(at))) {
            at++;
        }
        return at < text.length() && (isNameStart(text.charAt(at)) || "*@.".indexOf(text.charAt(at)) >= 0);
    }

    private static boolean isNameStart(char c) {
        return Character.isLetter(c) || c == '_';
    }
}
