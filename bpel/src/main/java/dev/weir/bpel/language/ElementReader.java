package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.Head;
import dev.weir.bpel.language.Construct.Source;
import dev.weir.bpel.language.Construct.Target;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what elements of all kinds have: attributes, names, expressions, what every activity has. Problems are noted. */
final class ElementReader {
    /** Children that any construct may have and that say nothing to a machine. */
    static final Set<String> SILENT = Set.of("documentation", "targets", "sources");

    private final Problems problems;

    ElementReader(Problems problems) {
        this.problems = problems;
    }

    @Nullable Expression optionalExpression(XmlElement element, String child) {
        XmlElement found = element.element(name(child));
        return found == null ? null : expression(found);
    }

    Expression requiredExpression(XmlElement element, String child) {
        XmlElement found = element.element(name(child));
        if (found == null) {
            problems.add(
                    element,
                    "bpel-element-missing",
                    "<" + element.name().local() + "> has no <" + child + ">",
                    "add one");
            return new Expression("false()", element);
        }
        return expression(found);
    }

    Expression expression(XmlElement element) {
        return new Expression(element.stringValue().trim(), element);
    }

    String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null) {
            problems.add(
                    element,
                    "bpel-attribute-missing",
                    "<" + element.name().local() + "> has no attribute " + attribute,
                    "add it");
            return "";
        }
        return value;
    }

    XmlName requiredName(XmlElement element, String attribute) {
        String value = required(element, attribute);
        return value.isEmpty() ? XmlName.of("") : resolve(element, value);
    }

    @Nullable XmlName optionalName(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        return value == null ? null : resolve(element, value);
    }

    XmlName resolve(XmlElement element, String qname) {
        try {
            return element.resolveQName(qname.trim());
        } catch (XmlException e) {
            problems.add(
                    element, "bpel-prefix-unbound", "the prefix of " + qname + " is not bound", "declare it by xmlns");
            return XmlName.of(qname);
        }
    }

    boolean yes(XmlElement element, String attribute) {
        XmlAttribute value = element.attribute(XmlName.of(attribute));
        if (value == null || value.value().equals("no")) {
            return false;
        }
        if (!value.value().equals("yes")) {
            problems.add(
                    element,
                    "bpel-attribute-value",
                    attribute + "=\"" + value.value() + "\" is unknown",
                    "say yes or no");
        }
        return true;
    }

    void known(XmlElement element, Set<String> children) {
        for (XmlElement child : element.elements()) {
            String local = child.name().local();
            if (child.name().namespace().equals(ProcessReader.NAMESPACE)
                    && !children.contains(local)
                    && !SILENT.contains(local)) {
                unknown(child);
            }
        }
    }

    void warn(XmlElement element, String rule, String what, String remedy) {
        problems.warn(element, rule, what, remedy);
    }

    void unknown(XmlElement element) {
        problems.add(
                element,
                "bpel-element-unexpected",
                "<" + element.name().local() + "> is not expected here",
                "remove it, or check its spelling");
    }

    void unsupported(XmlElement element) {
        problems.add(
                element,
                "bpel-unsupported",
                "<" + element.name().local() + "> is not supported yet",
                "express it with other constructs");
    }

    static XmlName name(String local) {
        return XmlName.of(ProcessReader.NAMESPACE, local);
    }

    static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    static Head bareHead(String kind, int line) {
        return new Head(kind, null, null, List.of(), List.of(), null, line);
    }

    Head head(XmlElement element) {
        List<Target> targets = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        Expression joinCondition = null;
        XmlElement targetsElement = element.element(name("targets"));
        if (targetsElement != null) {
            for (XmlElement target : targetsElement.elements(name("target"))) {
                targets.add(new Target(required(target, "linkName"), target.line()));
            }
            joinCondition = optionalExpression(targetsElement, "joinCondition");
        }
        XmlElement sourcesElement = element.element(name("sources"));
        if (sourcesElement != null) {
            for (XmlElement source : sourcesElement.elements(name("source"))) {
                sources.add(new Source(
                        required(source, "linkName"),
                        optionalExpression(source, "transitionCondition"),
                        source.line()));
            }
        }
        String suppress = element.attributeValue("suppressJoinFailure");
        return new Head(
                element.name().local(),
                element.attributeValue("name"),
                suppress == null ? null : (Boolean) suppress.equals("yes"),
                List.copyOf(targets),
                List.copyOf(sources),
                joinCondition,
                element.line());
    }
}
