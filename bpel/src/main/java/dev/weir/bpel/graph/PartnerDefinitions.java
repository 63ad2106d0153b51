package dev.weir.bpel.graph;

import dev.weir.bpel.language.ExpressionLanguage;
import dev.weir.bpel.language.WsdlVocabulary;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.second.XPath20;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What BPEL adds to WSDL: partner link types, properties and their aliases, of all imported documents. */
final class PartnerDefinitions {
    /** What an alias is for; exactly one of the three names is given. */
    private record AliasKey(
            XmlName property,
            @Nullable XmlName messageType,
            @Nullable XmlName element,
            @Nullable XmlName type) {}

    private final XPath20 second;
    private final Problems problems;
    private final Wsdl wsdl;
    private final Map<XmlName, Map<URI, Map<String, XmlName>>> linkTypes = new HashMap<>();
    private final Map<AliasKey, PropertyAlias> aliases = new HashMap<>();

    /** @param second compiles queries in XPath 2.0 */
    PartnerDefinitions(Wsdl wsdl, XPath20 second, Problems problems) {
        this.wsdl = wsdl;
        this.second = second;
        this.problems = problems;
        for (String namespace : WsdlVocabulary.LINK_TYPES) {
            for (XmlElement type : wsdl.extensions(XmlName.of(namespace, "partnerLinkType"))) {
                readLinkType(type);
            }
        }
        for (String namespace : WsdlVocabulary.PROPERTIES) {
            for (XmlElement alias : wsdl.extensions(XmlName.of(namespace, "propertyAlias"))) {
                readAlias(alias);
            }
        }
    }

    private void readLinkType(XmlElement type) {
        String name = type.attributeValue("name");
        if (name != null) {
            linkTypes
                    .computeIfAbsent(XmlName.of(wsdl.targetNamespaceOf(type), name), ignored -> new LinkedHashMap<>())
                    .put(wsdl.locationOf(type), WsdlVocabulary.roles(type, this::optional));
        }
    }

    private void readAlias(XmlElement alias) {
        String property = alias.attributeValue("propertyName");
        XmlName propertyName = property == null ? null : resolve(alias, property);
        if (propertyName != null) {
            AliasKey key = new AliasKey(
                    propertyName, optional(alias, "messageType"), optional(alias, "element"), optional(alias, "type"));
            aliases.putIfAbsent(key, compile(key, alias));
        }
    }

    private @Nullable XmlName optional(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        return value == null ? null : resolve(element, value);
    }

    private @Nullable XmlName resolve(XmlElement element, String qname) {
        try {
            return element.resolveQName(qname.trim());
        } catch (XmlException e) {
            problems.add(
                    0,
                    "bpel-prefix-unbound",
                    "an imported WSDL uses " + qname + " in <" + element.name().local() + "> at line " + element.line()
                            + " without binding its prefix",
                    "declare it by xmlns");
            return null;
        }
    }

    /**
     * A partner link type.
     *
     * @param document that defines it
     * @param roles the names of its port types, by role
     */
    record LinkType(URI document, Map<String, XmlName> roles) {}

    /**
     * Null for an unknown partner link type.
     *
     * @param own the WSDL of the partner link, whose definition counts if there are several; null if it is not known
     * @param roles that the partner link names: one that lacks them does not count where another one has them
     */
    @Nullable LinkType linkType(XmlName name, @Nullable URI own, Set<String> roles) {
        Map<URI, Map<String, XmlName>> definitions = linkTypes.get(name);
        if (definitions == null) {
            return null;
        }
        URI nearest = own == null || definitions.size() == 1 ? null : wsdl.nearest(own, definitions.keySet());
        URI meant = nearest == null ? definitions.keySet().iterator().next() : nearest;
        URI document = Stream.concat(Stream.of(meant), definitions.keySet().stream())
                .filter(each ->
                        definitions.getOrDefault(each, Map.of()).keySet().containsAll(roles))
                .findFirst()
                .orElse(meant);
        return new LinkType(document, definitions.getOrDefault(document, Map.of()));
    }

    /**
     * The alias by which a message is correlated, or null where there is none: one for its type, or for the element that
     * its only part is (section 9.2).
     */
    @Nullable PropertyAlias alias(XmlName property, MessageType message) {
        PropertyAlias ofMessage = aliases.get(new AliasKey(property, message.name(), null, null));
        Part only = message.parts().size() == 1 ? message.parts().get(0) : null;
        XmlName element = only == null ? null : only.element();
        if (ofMessage != null || only == null || element == null) {
            return ofMessage;
        }
        PropertyAlias ofElement = aliases.get(new AliasKey(property, null, element, null));
        return ofElement == null ? null : new PropertyAlias(property, only.name(), ofElement.query());
    }

    /** The alias of a property for a variable's type, or null where there is none. */
    @Nullable PropertyAlias alias(XmlName property, Variable.Type type) {
        if (type instanceof Variable.OfMessage message) {
            return aliases.get(new AliasKey(property, message.message().name(), null, null));
        }
        if (type instanceof Variable.OfElement element) {
            return aliases.get(new AliasKey(property, null, element.element(), null));
        }
        return aliases.get(new AliasKey(property, null, null, ((Variable.OfType) type).type()));
    }

    /**
     * The alias for the element of one of a message's parts, or null where there is none. WS-BPEL knows them for messages
     * of one part only; Oracle's engine reads others by them, too.
     */
    @Nullable PropertyAlias aliasOfPart(XmlName property, MessageType message) {
        for (Part part : message.parts()) {
            PropertyAlias alias =
                    part.element() == null ? null : aliases.get(new AliasKey(property, null, part.element(), null));
            if (alias != null) {
                return new PropertyAlias(property, part.name(), alias.query());
            }
        }
        return null;
    }

    private PropertyAlias compile(AliasKey key, XmlElement source) {
        String namespace = source.name().namespace();
        XmlElement queryElement = source.element(XmlName.of(namespace, "query"));
        XmlElement holder = queryElement != null ? queryElement : source;
        String text = queryElement != null ? queryElement.stringValue() : source.attributeValue("query");
        XPathExpression query = null;
        if (text != null && !text.isBlank()) {
            try {
                XPathFunctions functions = ExpressionCompiler.notOfBpel("SA00029", "the query of a property alias");
                query = ExpressionLanguage.of(holder) == ExpressionLanguage.XPATH_20
                        ? second.compile(text.trim(), holder::lookupNamespace, functions)
                        : XPathExpression.compile(text.trim(), holder::lookupNamespace, functions);
                for (String variable : query.variables()) {
                    throw new RuleViolation("SA00029", "it must not use variables: $" + variable);
                }
            } catch (RuleViolation e) {
                query = null;
                problems.add(
                        0,
                        RuleViolation.ruleOf(e),
                        "the property alias of " + key.property() + " at line " + holder.line()
                                + " of an imported WSDL has an invalid query: " + e.getMessage(),
                        "correct it");
            } catch (XPathException e) {
                Problem problem = InvalidExpression.problem(e, Problem.fileOf(wsdl.locationOf(source)), holder);
                problems.tolerable(problem);
                query = XPathExpression.failing(text.trim(), problem.what());
            }
        }
        return new PropertyAlias(key.property(), source.attributeValue("part"), query);
    }
}
