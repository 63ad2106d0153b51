package dev.weir.composite.mediator;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stylesheet that a Schematron schema stands for: one mode for each pattern, one template for each rule, earlier ones
 * first. It knows from which line of the schema each of its own lines comes. Used once.
 */
final class SchematronStylesheet {
    private static final Set<String> NAMESPACES =
            Set.of("http://purl.oclc.org/dsml/schematron", "http://www.ascc.net/xml/schematron", "");
    /** For people, or for tools: without a meaning for validity. */
    private static final Set<String> IGNORED =
            Set.of("title", "p", "diagnostics", "emph", "dir", "span", "phase", "properties");

    /** So many abstract rules may extend one another. */
    private static final int DEEPEST = 20;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> lines = new ArrayList<>();
    private final Map<String, XmlElement> abstractRules = new HashMap<>();
    private final Map<String, String> namespaces = new LinkedHashMap<>();

    private SchematronStylesheet(String file) {
        this.file = file;
    }

    /** @throws SchematronException with every problem found */
    static SchematronStylesheet of(XmlElement schema, String file) {
        SchematronStylesheet made = new SchematronStylesheet(file);
        made.schema(schema);
        if (!made.problems.isEmpty()) {
            throw new SchematronException(made.problems);
        }
        return made;
    }

    byte[] bytes() {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The line of the schema from which a line of the stylesheet comes; 0 for none. */
    int line(int ofStylesheet) {
        return ofStylesheet < 1 || ofStylesheet > lines.size() ? 0 : lines.get(ofStylesheet - 1);
    }

    private void schema(XmlElement root) {
        if (!is(root, "schema")) {
            problem(
                    root,
                    "the root element must be a Schematron <schema>, but is " + root.name(),
                    "correct the document");
            return;
        }
        String binding = Objects.requireNonNullElse(root.attributeValue("queryBinding"), "xslt");
        if (!binding.equals("xslt") && !binding.equals("xpath")) {
            problem(root, "the query binding must be xslt, but is '" + binding + "'", "write the tests in XPath 1.0");
            return;
        }
        Set<String> active = activePatterns(root);
        for (XmlElement child : root.elements()) {
            if (is(child, "ns")) {
                namespaces.put(required(child, "prefix"), required(child, "uri"));
            }
            if (is(child, "pattern")) {
                for (XmlElement rule : child.elements()) {
                    if (is(rule, "rule") && "true".equals(rule.attributeValue("abstract"))) {
                        abstractRules.put(required(rule, "id"), rule);
                    }
                }
            }
        }
        StringBuilder declarations = new StringBuilder();
        namespaces.forEach((prefix, uri) -> declarations
                .append(" xmlns:")
                .append(prefix)
                .append("=\"")
                .append(escaped(uri))
                .append('"'));
        put(
                root,
                "<xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\"" + declarations
                        + ">");
        List<XmlElement> patterns = new ArrayList<>();
        for (XmlElement child : root.elements()) {
            if (is(child, "let")) {
                variable(child);
            } else if (is(child, "pattern")) {
                String id = child.attributeValue("id");
                if (active == null || id != null && active.contains(id)) {
                    patterns.add(child);
                }
            } else if (!is(child, "ns")) {
                ignoredOrRefused(child);
            }
        }
        put(root, "<xsl:template match=\"/\"><failures><xsl:for-each select=\"/|//node()|//@*\">");
        for (int i = 0; i < patterns.size(); i++) {
            put(patterns.get(i), "<xsl:apply-templates select=\".\" mode=\"p" + i + "\"/>");
        }
        put(root, "</xsl:for-each></failures></xsl:template>");
        for (int i = 0; i < patterns.size(); i++) {
            pattern(patterns.get(i), "p" + i);
        }
        put(root, "</xsl:stylesheet>");
    }

    /** The ids of the patterns of the default phase; null for all. */
    private @Nullable Set<String> activePatterns(XmlElement root) {
        String phase = root.attributeValue("defaultPhase");
        if (phase == null || phase.equals("#ALL")) {
            return null;
        }
        Set<String> active = new HashSet<>();
        boolean found = false;
        for (XmlElement child : root.elements()) {
            if (is(child, "phase") && phase.equals(child.attributeValue("id"))) {
                found = true;
                for (XmlElement each : child.elements()) {
                    if (is(each, "active")) {
                        active.add(required(each, "pattern"));
                    }
                }
            }
        }
        if (!found) {
            problem(root, "there is no phase '" + phase + "'", "correct defaultPhase");
        }
        return active;
    }

    private void pattern(XmlElement pattern, String mode) {
        if (pattern.attributeValue("is-a") != null || "true".equals(pattern.attributeValue("abstract"))) {
            problem(pattern, "abstract patterns are not supported", "write the pattern out");
            return;
        }
        List<XmlElement> rules = new ArrayList<>();
        for (XmlElement child : pattern.elements()) {
            if (is(child, "rule")) {
                if (!"true".equals(child.attributeValue("abstract"))) {
                    rules.add(child);
                }
            } else if (is(child, "let")) {
                variable(child);
            } else {
                ignoredOrRefused(child);
            }
        }
        for (int i = 0; i < rules.size(); i++) {
            XmlElement rule = rules.get(i);
            put(
                    rule,
                    "<xsl:template mode=\"" + mode + "\" priority=\"" + (rules.size() - i) + "\" match=\""
                            + escaped(required(rule, "context")) + "\">");
            rule(rule, 0);
            put(rule, "</xsl:template>");
        }
        put(pattern, "<xsl:template mode=\"" + mode + "\" priority=\"0\" match=\"/|node()|@*\"/>");
    }

    private void rule(XmlElement rule, int depth) {
        for (XmlElement child : rule.elements()) {
            if (is(child, "let")) {
                variable(child);
            } else if (is(child, "assert")) {
                test(child, "not(" + required(child, "test") + ")");
            } else if (is(child, "report")) {
                test(child, required(child, "test"));
            } else if (is(child, "extends")) {
                String name = required(child, "rule");
                XmlElement extended = abstractRules.get(name);
                if (extended == null || depth == DEEPEST) {
                    problem(
                            child,
                            extended == null
                                    ? "there is no abstract rule '" + name + "'"
                                    : "abstract rules extend one another in a circle",
                            "correct the name of the rule");
                } else {
                    rule(extended, depth + 1);
                }
            } else {
                ignoredOrRefused(child);
            }
        }
    }

    private void test(XmlElement element, String failure) {
        put(element, "<xsl:if test=\"" + escaped(failure) + "\"><failure>");
        for (XmlNode node = element.firstChild(); node != null; node = node.nextSibling()) {
            if (node instanceof XmlText plain) {
                put(element, "<xsl:text>" + escaped(plain.value()).replace('\n', ' ') + "</xsl:text>");
            } else if (node instanceof XmlElement child && is(child, "value-of")) {
                put(child, "<xsl:value-of select=\"" + escaped(required(child, "select")) + "\"/>");
            } else if (node instanceof XmlElement child && is(child, "name")) {
                String path = child.attributeValue("path");
                put(child, "<xsl:value-of select=\"name(" + escaped(path == null ? "." : path) + ")\"/>");
            } else if (node instanceof XmlElement child) {
                put(child, "<xsl:text>" + escaped(child.stringValue()).replace('\n', ' ') + "</xsl:text>");
            }
        }
        put(element, "</failure></xsl:if>");
    }

    private void variable(XmlElement element) {
        put(
                element,
                "<xsl:variable name=\"" + escaped(required(element, "name")) + "\" select=\""
                        + escaped(required(element, "value")) + "\"/>");
    }

    private void ignoredOrRefused(XmlElement element) {
        boolean known = NAMESPACES.contains(element.name().namespace());
        if (known && !IGNORED.contains(element.name().local())) {
            problem(
                    element,
                    "<" + element.name().local() + "> is not supported in a Schematron schema here",
                    "write the rules out");
        } else if (!known) {
            problem(element, "the element " + element.name() + " is not Schematron's", "remove it");
        }
    }

    private static boolean is(XmlElement element, String local) {
        return element.name().local().equals(local)
                && NAMESPACES.contains(element.name().namespace());
    }

    private String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problem(element, "<" + element.name().local() + "> needs the attribute " + attribute, "add it");
            return "x";
        }
        return value.strip();
    }

    private void problem(XmlElement element, String what, String remedy) {
        problems.add(new Problem(file, element.line(), element.column(), "schematron", what, remedy));
    }

    private void put(XmlElement from, String line) {
        text.append(line).append('\n');
        lines.add(from.line());
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\r", " ")
                .replace("\n", " ")
                .replace("\t", " ");
    }
}
