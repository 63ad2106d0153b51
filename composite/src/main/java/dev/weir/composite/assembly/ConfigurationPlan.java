package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A configuration plan ({@code SOAConfigPlan}): what is changed in a composite's files before it is deployed somewhere
 * else. Names may be {@code *}; those of files are separated by {@code |}. A rule for something that the composite does not
 * have is a problem, as is one that is not known; one that finds nothing where it may look is a warning. Used by one thread at
 * a time.
 */
public final class ConfigurationPlan {
    private static final String PLAN = "http://schemas.oracle.com/soa/configplan";
    private static final String ADAPTER = "http://platform.integration.oracle/blocks/adapter/fw/metadata";
    private static final XmlName PROPERTY = XmlName.of(SCA, "property");
    private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

    private static final XmlName SEARCH_REPLACE = XmlName.of(PLAN, "searchReplace");

    private final XmlElement root;
    private final Problems problems;
    /** The rules that have met something that they are for, by identity. */
    private final Set<XmlElement> met = Collections.newSetFromMap(new IdentityHashMap<>());

    private ConfigurationPlan(XmlElement root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /**
     * @param file its name, for messages
     * @throws AssemblyException if it is no configuration plan
     */
    public static ConfigurationPlan read(String file, byte[] document) {
        try {
            XmlElement root = XmlElement.parse(document);
            if (!root.name().equals(XmlName.of(PLAN, "SOAConfigPlan"))) {
                throw new AssemblyException(
                        file,
                        "plan-document-element",
                        "the root element must be " + XmlName.of(PLAN, "SOAConfigPlan") + ", but is " + root.name(),
                        "give a configuration plan");
            }
            return new ConfigurationPlan(root, new Problems(file));
        } catch (XmlException e) {
            throw new AssemblyException(List.of(Problem.unreadable(file, e)));
        }
    }

    /**
     * The files that it changes, by path, as they are afterwards.
     *
     * @throws AssemblyException with every rule that cannot be applied
     */
    public Map<String, byte[]> apply(Archive archive) {
        Map<String, XmlElement> changed = new LinkedHashMap<>();
        for (XmlElement rule : root.elements()) {
            switch (rule.name().local()) {
                case "composite" -> composite(rule, document(archive, "composite.xml", changed, rule));
                case "wsdlAndSchema" -> files(rule, archive, changed);
                default -> unknown(rule);
            }
        }
        if (!problems.isEmpty()) {
            throw new AssemblyException(problems.list());
        }
        everywhere(root, this::warnIfUnmet);
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        changed.forEach((path, document) -> bytes.put(path, document.toBytes()));
        return bytes;
    }

    /** What {@link #apply} has found out: rules that changed nothing, since there is nothing that they are for. */
    public List<Problem> warnings() {
        return problems.warnings();
    }

    private void warnIfUnmet(XmlElement rule) {
        boolean isSearch = rule.name().equals(SEARCH_REPLACE);
        if (!met.contains(rule)
                && (isSearch && !text(rule, "search").isEmpty()
                        || rule.name().equals(XmlName.of(PLAN, "replace")) && isOwnRule(rule))) {
            problems.warn(
                    rule,
                    "plan-rule-without-effect",
                    isSearch
                            ? "'" + text(rule, "search") + "' is nowhere in what the rule is for"
                            : "there is nothing that the rule is for",
                    "correct the rule, or remove it");
        }
    }

    /** False for the replacement of a search. */
    private static boolean isOwnRule(XmlElement replace) {
        return !(replace.parent() instanceof XmlElement rule) || !rule.name().equals(SEARCH_REPLACE);
    }

    private @Nullable XmlElement document(
            Archive archive, String path, Map<String, XmlElement> changed, XmlElement rule) {
        XmlElement document = changed.get(path);
        if (document == null) {
            try {
                document = XmlElement.parse(archive.read(path));
                changed.put(path, document);
            } catch (XmlException e) {
                problems.add(archive.located(Problem.unreadable(path, e)));
            }
        }
        if (document == null) {
            problems.add(rule, "plan-file", path + " cannot be changed", "correct the document");
        }
        return document;
    }

    private void composite(XmlElement rules, @Nullable XmlElement composite) {
        if (composite == null) {
            return;
        }
        String name = name(rules);
        if (!name.equals("*") && !name.equals(composite.attributeValue("name"))) {
            problems.add(
                    rules,
                    "plan-composite",
                    "it is for the composite " + name + ", not for " + composite.attributeValue("name"),
                    "give the plan of this composite");
            return;
        }
        for (XmlElement rule : rules.elements()) {
            String local = rule.name().local();
            switch (local) {
                case "import" -> {
                    for (XmlElement imported : composite.elements(XmlName.of(SCA, "import"))) {
                        change(imported, "location", edit(rule));
                    }
                }
                case "property" -> property(rule, List.of(composite));
                case "service", "reference" -> {
                    for (XmlElement owner : named(rule, composite, local)) {
                        end(rule, owner);
                    }
                }
                case "component" -> {
                    List<XmlElement> owners = named(rule, composite, local);
                    for (XmlElement each : rule.elements()) {
                        if (each.name().local().equals("property")) {
                            property(each, owners);
                        } else {
                            unknown(each);
                        }
                    }
                }
                default -> unknown(rule);
            }
        }
    }

    private void end(XmlElement rules, XmlElement owner) {
        for (XmlElement rule : rules.elements()) {
            if (rule.name().local().equals("property")) {
                property(rule, List.of(owner));
            } else if (rule.name().local().equals("callback")) {
                owner.elements(XmlName.of(SCA, "callback")).forEach(callback -> end(rule, callback));
            } else if (rule.name().local().equals("binding") && rule.attributeValue("type") == null) {
                problems.add(rule, "plan-binding", "<binding> needs the attribute type", "add it, such as type=\"ws\"");
            } else if (rule.name().local().equals("binding")) {
                XmlName wanted = XmlName.of(SCA, "binding." + rule.attributeValue("type"));
                List<XmlElement> bindings = owner.elements(wanted);
                if (bindings.isEmpty() && !name(rules).equals("*")) {
                    problems.add(
                            rule,
                            "plan-binding",
                            Objects.requireNonNullElse(owner.attributeValue("name"), "the callback") + " has no "
                                    + wanted.local(),
                            "correct the type, or remove the rule");
                }
                for (XmlElement each : rule.elements()) {
                    switch (each.name().local()) {
                        case "attribute" -> attribute(each, bindings);
                        case "property" -> property(each, bindings);
                        default -> unknown(each);
                    }
                }
            } else {
                unknown(rule);
            }
        }
    }

    private void attribute(XmlElement rule, List<XmlElement> bindings) {
        String wanted = name(rule);
        if (!ATTRIBUTE.matcher(wanted).matches()) {
            problems.add(rule, "plan-name", "'" + wanted + "' is no name of an attribute", "correct it");
            return;
        }
        UnaryOperator<String> edit = edit(rule);
        bindings.forEach(binding -> change(binding, wanted, edit));
    }

    private List<XmlElement> named(XmlElement rule, XmlElement composite, String kind) {
        String wanted = name(rule);
        List<XmlElement> found = new ArrayList<>();
        for (XmlElement each : composite.elements(XmlName.of(SCA, kind))) {
            if (wanted.equals("*") || wanted.equals(each.attributeValue("name"))) {
                found.add(each);
            }
        }
        if (found.isEmpty() && !wanted.equals("*")) {
            problems.add(
                    rule,
                    "plan-name",
                    "the composite has no " + kind + " '" + wanted + "'",
                    "correct the name, or remove the rule");
        }
        return found;
    }

    /** A property that is not there is added by a replacement. */
    private void property(XmlElement rule, List<XmlElement> owners) {
        String wanted = name(rule);
        if (wanted.isBlank()) {
            problems.add(rule, "plan-name", "<property> needs the attribute name", "add it");
            return;
        }
        UnaryOperator<String> edit = edit(rule);
        if (rule.elements().isEmpty()) {
            problems.warn(
                    rule,
                    "plan-rule-without-effect",
                    "the rule for the property '" + wanted + "' has neither replace nor searchReplace",
                    "write its value in <replace>");
        }
        boolean replaces = rule.element(XmlName.of(PLAN, "replace")) != null;
        for (XmlElement owner : owners) {
            boolean found = false;
            for (XmlElement property : owner.elements(PROPERTY)) {
                if (wanted.equals(property.attributeValue("name"))) {
                    property.setText(edit.apply(property.stringValue()));
                    found = true;
                }
            }
            if (!found && replaces) {
                XmlElement added = owner.appendElement(PROPERTY);
                added.attribute(XmlName.of("name"), wanted);
                added.setText(edit.apply(""));
            }
        }
    }

    private static void change(XmlElement element, String attribute, UnaryOperator<String> edit) {
        String before = element.attributeValue(attribute);
        String after = edit.apply(Objects.requireNonNullElse(before, ""));
        if (before != null || !after.isEmpty()) {
            element.attribute(XmlName.of(attribute), after);
        }
    }

    /** What a rule makes of a value: its replacement, or searches and replacements one after the other. */
    private UnaryOperator<String> edit(XmlElement rule) {
        List<UnaryOperator<String>> edits = new ArrayList<>();
        for (XmlElement each : rule.elements()) {
            switch (each.name().local()) {
                case "replace" -> {
                    String text = each.stringValue();
                    edits.add(value -> {
                        met.add(each);
                        return text;
                    });
                }
                case "searchReplace" -> {
                    if (!text(each, "search").isEmpty()) {
                        edits.add(value -> replace(value, each));
                    }
                }
                default -> unknown(each);
            }
        }
        return value -> {
            String edited = value;
            for (UnaryOperator<String> each : edits) {
                edited = each.apply(edited);
            }
            return edited;
        };
    }

    /** A text with what a rule searches replaced. */
    private String replace(String text, XmlElement searchReplace) {
        String search = text(searchReplace, "search");
        if (!text.contains(search)) {
            return text;
        }
        met.add(searchReplace);
        return text.replace(search, text(searchReplace, "replace"));
    }

    private static String text(XmlElement rule, String local) {
        XmlElement element = rule.element(XmlName.of(PLAN, local));
        return element == null ? "" : element.stringValue();
    }

    /** Rules for WSDLs, schemas and adapter files: texts and attributes of the documents, properties of adapters. */
    private void files(XmlElement rules, Archive archive, Map<String, XmlElement> changed) {
        List<String> wanted = List.of(name(rules).split("\\|"));
        List<String> paths = archive.paths().stream()
                .filter(path -> wanted.contains(path) || wanted.contains("*") && path.matches(".*\\.(wsdl|xsd|jca)"))
                .toList();
        for (String name : wanted) {
            if (!name.equals("*") && !paths.contains(name)) {
                problems.add(
                        rules,
                        "plan-file",
                        "the composite has no file " + name,
                        "correct the name, or remove the rule");
            }
        }
        boolean adapters = false;
        List<XmlElement> texts = new ArrayList<>();
        for (XmlElement rule : rules.elements()) {
            if (rule.name().equals(XmlName.of(ADAPTER, "property"))) {
                adapters = true;
            } else if (rule.name().local().equals("searchReplace")) {
                texts.add(rule);
            } else {
                unknown(rule);
            }
        }
        boolean changes = adapters
                || texts.stream().anyMatch(rule -> !text(rule, "search").isEmpty());
        for (String path : changes ? paths : List.<String>of()) {
            XmlElement document = document(archive, path, changed, rules);
            if (document != null) {
                texts.forEach(rule -> replaceAll(document, rule));
                rules.elements(XmlName.of(ADAPTER, "property")).forEach(rule -> adapterProperty(document, rule));
            }
        }
    }

    private void adapterProperty(XmlElement document, XmlElement rule) {
        UnaryOperator<String> edit = edit(rule);
        everywhere(document, element -> {
            if (element.name().equals(XmlName.of(ADAPTER, "property"))
                    && name(rule).equals(element.attributeValue("name"))) {
                change(element, "value", edit);
            }
        });
    }

    private void replaceAll(XmlElement document, XmlElement searchReplace) {
        if (text(searchReplace, "search").isEmpty()) {
            return;
        }
        everywhere(document, element -> {
            for (XmlAttribute each = element.firstAttribute(); each != null; each = (XmlAttribute) each.nextSibling()) {
                each.value(replace(each.value(), searchReplace));
            }
            for (XmlNode each = element.firstChild(); each != null; each = each.nextSibling()) {
                if (each instanceof XmlText text) {
                    text.value(replace(text.value(), searchReplace));
                }
            }
        });
    }

    private static void everywhere(XmlElement document, Consumer<XmlElement> change) {
        Deque<XmlElement> open = new ArrayDeque<>();
        open.add(document);
        while (!open.isEmpty()) {
            XmlElement element = open.remove();
            change.accept(element);
            open.addAll(element.elements());
        }
    }

    private static String name(XmlElement rule) {
        return Objects.requireNonNullElse(rule.attributeValue("name"), "");
    }

    private void unknown(XmlElement rule) {
        problems.add(
                rule, "plan-rule-unsupported", "the rule <" + rule.name().local() + "> is not supported", "remove it");
    }
}
