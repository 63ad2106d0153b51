package dev.weir.composite.assembly;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What elements of a composite have in common: attributes that must be there, properties, tokens. */
final class ElementReader {
    static final String SCA = "http://xmlns.oracle.com/sca/1.0";
    static final XmlName WSDL_LOCATION = XmlName.of("http://xmlns.oracle.com/soa/designer/", "wsdlLocation");
    static final Pattern TOKEN = Pattern.compile("\\$\\{([^{}]*)}");
    /** The property that is an address, and must be whole. */
    static final String ADDRESS = "endpointURI";

    private final Map<String, String> tokens;
    private final Problems problems;

    ElementReader(Map<String, String> tokens, Problems problems) {
        this.tokens = Map.copyOf(tokens);
        this.problems = problems;
    }

    String required(XmlElement element, String attribute, URI document) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-attribute-missing",
                    "<" + element.name().local() + "> needs the attribute " + attribute,
                    "add it");
            return "";
        }
        return value.strip();
    }

    /** The attribute {@code name} of what is named in addresses and logs. */
    String name(XmlElement element, URI document) {
        String name = required(element, "name", document);
        if (!name.isEmpty()) {
            checkName(name, "name", element, document);
        }
        return name;
    }

    void checkName(String name, String attribute, XmlElement element, URI document) {
        String problem = SafeNames.problem(name);
        if (problem != null) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-name",
                    "the " + attribute + " of <" + element.name().local() + "> " + problem,
                    "rename it");
        }
    }

    String oneOf(XmlElement element, String attribute, String first, String second, URI document) {
        String value = Objects.requireNonNullElse(element.attributeValue(attribute), first);
        if (!value.equals(first) && !value.equals(second)) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-attribute-value",
                    attribute + " must be '" + first + "' or '" + second + "', but is '" + value + "'",
                    "write one of the two");
            return first;
        }
        return value;
    }

    void property(XmlElement element, Map<String, String> properties, URI document) {
        String name = required(element, "name", document);
        String value = element.stringValue().strip();
        properties.put(
                name, name.equals(ADDRESS) ? replaceTokens(value, element, document) : replaceKnownTokens(value));
    }

    /** Other properties may be meant for others, who know more tokens. */
    String replaceKnownTokens(String text) {
        return TOKEN.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(tokens.getOrDefault(found.group(1), found.group())));
    }

    String replaceTokens(String text, XmlElement element, URI document) {
        Matcher matcher = TOKEN.matcher(text);
        StringBuilder replaced = new StringBuilder();
        while (matcher.find()) {
            String value = tokens.get(matcher.group(1));
            if (value == null) {
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-token-unknown",
                        "the token ${" + matcher.group(1) + "} has no value; known are "
                                + (tokens.isEmpty()
                                        ? "none"
                                        : String.join(
                                                ", ",
                                                tokens.keySet().stream()
                                                        .sorted()
                                                        .toList())),
                        "give it by --token NAME=VALUE, or correct its name");
                value = matcher.group();
            }
            matcher.appendReplacement(replaced, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(replaced).toString();
    }
}
