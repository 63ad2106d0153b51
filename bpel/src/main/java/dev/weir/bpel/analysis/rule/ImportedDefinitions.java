package dev.weir.bpel.analysis.rule;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.bpel.language.WsdlVocabulary;
import dev.weir.wsdl.NearestDocument;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.wsdl.WsdlLocation;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the documents define that a process imports, themselves or by what they import in turn. Nothing has to be right:
 * a definition may be there twice, or refer to what is not there. Documents that it sees without importing them add
 * what the imported ones do not define, and never contradict them. What a partner link refers to is looked for in its own
 * WSDL first, and what a document refers to in itself and what it imports, where several documents define a name.
 */
public final class ImportedDefinitions {
    /**
     * The specification's own element for references to endpoints (WS-BPEL 2.0, section 6.3), which needs no import.
     */
    private static final XmlName SERVICE_REFERENCE =
            XmlName.of("http://docs.oasis-open.org/wsbpel/2.0/serviceref", "service-ref");

    public static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    public static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    /** The kinds of components that rules speak of; simple and complex types share their names. */
    public enum Kind {
        MESSAGE,
        PORT_TYPE,
        PARTNER_LINK_TYPE,
        PROPERTY,
        ELEMENT,
        TYPE,
        GROUP,
        ATTRIBUTE_GROUP
    }

    public record Component(Kind kind, XmlName name) {}

    public record Part(@Nullable XmlName element, @Nullable XmlName type) {}

    /**
     * @param source its definition; the first where it has the parts of several
     * @param insteadOf the definition that is meant and does not suit who uses it; null where that is the source
     */
    public record Message(
            XmlName name,
            Map<String, Part> parts,
            XmlElement source,
            @Nullable XmlElement insteadOf) {}

    /**
     * @param input null for a notification
     * @param output null for a one-way operation
     * @param soliciting true if its output comes first
     * @param insteadOf the port type that is meant and does not have it; null where that has it
     */
    public record Operation(
            XmlElement source,
            String name,
            @Nullable XmlName input,
            @Nullable XmlName output,
            Map<String, XmlName> faults,
            boolean soliciting,
            @Nullable XmlElement insteadOf) {
        private Operation insteadOf(@Nullable XmlElement portType) {
            return new Operation(source, name, input, output, faults, soliciting, portType);
        }
    }

    /** A property's alias as written; names that it does not give, or whose prefix is not bound, are null. */
    public record Alias(
            XmlElement source,
            @Nullable XmlName property,
            @Nullable XmlName messageType,
            @Nullable String part,
            @Nullable XmlName element,
            @Nullable XmlName type) {
        boolean isForSameValues(Alias other) {
            return Objects.equals(property, other.property)
                    && Objects.equals(messageType, other.messageType)
                    && Objects.equals(element, other.element)
                    && Objects.equals(type, other.type);
        }
    }

    /** A document that could be read, by the import that names it. */
    public record Imported(XmlElement statement, URI location, XmlElement root) {}

    private static final Map<String, Kind> SCHEMA_KINDS = Map.of(
            "element",
            Kind.ELEMENT,
            "simpleType",
            Kind.TYPE,
            "complexType",
            Kind.TYPE,
            "group",
            Kind.GROUP,
            "attributeGroup",
            Kind.ATTRIBUTE_GROUP);

    private final Map<Component, List<XmlElement>> components = new LinkedHashMap<>();

    /** Further definitions of components, of documents that are seen without an import. */
    private final Map<Component, List<XmlElement>> others = new LinkedHashMap<>();

    /** Components of schemas without a target namespace: they take that of the schema that includes them. */
    private final Map<Component, XmlElement> chameleons = new HashMap<>();

    private final List<XmlElement> redefined = new ArrayList<>();
    private final List<Alias> aliases = new ArrayList<>();
    private final List<Imported> imports = new ArrayList<>();
    private final IdentityHashMap<XmlNode, URI> documents = new IdentityHashMap<>();
    private final Map<URI, XmlElement> roots = new HashMap<>();
    private final Map<String, URI> linkWsdls;
    private boolean complete = true;
    /** True while documents are read that only add. */
    private boolean adding;

    private ImportedDefinitions(Map<String, URI> linkWsdls) {
        this.linkWsdls = linkWsdls;
    }

    /**
     * @param statements the process's import elements
     * @param further documents that are seen without a statement, the first counts of those that define a name
     * @param linkWsdls the WSDLs of partner links, by name, as far as they are known
     */
    public static ImportedDefinitions read(
            List<XmlElement> statements,
            List<URI> further,
            Map<String, URI> linkWsdls,
            URI process,
            Resources resources) {
        ImportedDefinitions definitions = new ImportedDefinitions(linkWsdls);
        Map<URI, XmlElement> roots = new LinkedHashMap<>();
        for (XmlElement statement : statements) {
            String location = statement.attributeValue("location");
            if (location != null && !ProcessReader.JAVA.equals(statement.attributeValue("importType"))) {
                definitions.readImport(statement, location, process, resources, roots);
            }
        }
        definitions.collect(roots);
        Map<URI, XmlElement> added = new LinkedHashMap<>();
        for (URI each : further) {
            definitions.walk(each.normalize(), resources, added);
        }
        added.keySet().removeAll(roots.keySet());
        definitions.adding = true;
        definitions.collect(added);
        return definitions;
    }

    private void collect(Map<URI, XmlElement> read) {
        read.forEach((uri, root) -> {
            documents.put(root.root(), uri);
            roots.put(uri, root);
            collect(root);
        });
    }

    /** A document that cannot be read is a problem of the reader of imports, not of a rule. */
    private void readImport(
            XmlElement statement, String location, URI process, Resources resources, Map<URI, XmlElement> roots) {
        try {
            URI resolved = WsdlLocation.resolve(process, location);
            walk(resolved, resources, roots);
            XmlElement root = roots.get(resolved);
            if (root != null) {
                imports.add(new Imported(statement, resolved, root));
            }
        } catch (URISyntaxException e) {
            complete = false;
        }
    }

    private void walk(URI location, Resources resources, Map<URI, XmlElement> roots) {
        try {
            Wsdl.roots(location, resources).forEach(roots::putIfAbsent);
        } catch (WsdlException e) {
            complete = false;
        }
    }

    private void collect(XmlElement root) {
        if (root.name().namespace().equals(SCHEMA)) {
            collectSchema(root);
            return;
        }
        String target = Objects.requireNonNullElse(root.attributeValue("targetNamespace"), "");
        for (XmlElement child : root.elements()) {
            String namespace = child.name().namespace();
            String local = child.name().local();
            if (namespace.equals(WSDL) && local.equals("types")) {
                child.elements(XmlName.of(SCHEMA, "schema")).forEach(this::collectSchema);
            } else if (namespace.equals(WSDL) && local.equals("message")) {
                add(Kind.MESSAGE, target, child);
            } else if (namespace.equals(WSDL) && local.equals("portType")) {
                add(Kind.PORT_TYPE, target, child);
            } else if (WsdlVocabulary.LINK_TYPES.contains(namespace) && local.equals("partnerLinkType")) {
                add(Kind.PARTNER_LINK_TYPE, target, child);
            } else if (WsdlVocabulary.PROPERTIES.contains(namespace) && local.equals("property")) {
                add(Kind.PROPERTY, target, child);
            } else if (WsdlVocabulary.PROPERTIES.contains(namespace) && local.equals("propertyAlias")) {
                add(new Alias(
                        child,
                        reference(child, "propertyName"),
                        reference(child, "messageType"),
                        child.attributeValue("part"),
                        reference(child, "element"),
                        reference(child, "type")));
            }
        }
    }

    private void collectSchema(XmlElement schema) {
        String target = schema.attributeValue("targetNamespace");
        for (XmlElement child : schema.elements()) {
            if (!child.name().namespace().equals(SCHEMA)) {
                continue;
            }
            Kind kind = SCHEMA_KINDS.get(child.name().local());
            String name = child.attributeValue("name");
            if (kind != null && name != null) {
                add(kind, target == null ? "" : target, child);
                if (target == null) {
                    chameleons.put(new Component(kind, XmlName.of(name)), child);
                }
            } else if (child.name().local().equals("redefine") && !adding) {
                redefined.add(child);
            }
        }
    }

    private void add(Kind kind, String namespace, XmlElement definition) {
        String name = definition.attributeValue("name");
        if (name != null) {
            Component component = new Component(kind, XmlName.of(namespace, name.strip()));
            List<XmlElement> definitions = components.computeIfAbsent(component, k -> new ArrayList<>());
            if (!adding || definitions.isEmpty()) {
                definitions.add(definition);
            } else {
                others.computeIfAbsent(component, k -> new ArrayList<>()).add(definition);
            }
        }
    }

    private void add(Alias alias) {
        if (!adding || aliases.stream().noneMatch(alias::isForSameValues)) {
            aliases.add(alias);
        }
    }

    /** False if a document could not be read: then what seems to be missing may be in it. */
    public boolean complete() {
        return complete;
    }

    public List<Imported> imports() {
        return imports;
    }

    /** Every component with all its definitions, in reading order. */
    public Map<Component, List<XmlElement>> components() {
        return components;
    }

    /** Components that documents define which are seen without an import, and others before them: those definitions. */
    public Map<Component, List<XmlElement>> others() {
        return others;
    }

    /** The definitions of all components of a kind. */
    public List<XmlElement> all(Kind kind) {
        List<XmlElement> found = new ArrayList<>();
        components.forEach((component, definitions) -> {
            if (component.kind() == kind) {
                found.addAll(definitions);
            }
        });
        return found;
    }

    /** The schemas' redefine elements. */
    public List<XmlElement> redefinitions() {
        return redefined;
    }

    public List<Alias> aliases() {
        return aliases;
    }

    /** The first definition. */
    public @Nullable XmlElement find(Kind kind, XmlName name) {
        List<XmlElement> found = components.get(new Component(kind, name));
        if (found != null) {
            return found.get(0);
        }
        return chameleons.get(new Component(kind, XmlName.of(name.local())));
    }

    public boolean defines(Kind kind, XmlName name) {
        return find(kind, name) != null || (kind == Kind.ELEMENT && name.equals(SERVICE_REFERENCE));
    }

    /** True for built-in types, too. */
    public boolean definesType(XmlName name) {
        return name.namespace().equals(SCHEMA) ? BuiltInTypes.has(name.local()) : defines(Kind.TYPE, name);
    }

    /** What a document means by a name: its own definition, else the nearest that it imports, else the first. */
    private @Nullable XmlElement meant(Kind kind, XmlName name, @Nullable URI... from) {
        List<XmlElement> definitions = definitions(kind, name);
        if (definitions.size() > 1) {
            Map<URI, XmlElement> byDocument = new LinkedHashMap<>();
            definitions.forEach(each -> byDocument.putIfAbsent(documentOf(each), each));
            for (URI document : from) {
                URI nearest = document == null ? null : NearestDocument.of(document, byDocument.keySet(), roots::get);
                if (nearest != null) {
                    return byDocument.get(nearest);
                }
            }
        }
        return find(kind, name);
    }

    /** All definitions of a name, the first first. */
    private List<XmlElement> definitions(Kind kind, XmlName name) {
        Component component = new Component(kind, name);
        return Stream.of(components, others)
                .flatMap(each -> each.getOrDefault(component, List.of()).stream())
                .toList();
    }

    private URI documentOf(XmlElement definition) {
        return Objects.requireNonNull(documents.get(definition.root()));
    }

    /** What a partner link means by its type, whatever roles that has. */
    public @Nullable XmlElement meantLinkType(XmlElement partnerLink) {
        XmlName type = reference(partnerLink, "partnerLinkType");
        return type == null ? null : meant(Kind.PARTNER_LINK_TYPE, type, wsdlOf(partnerLink));
    }

    /** What a partner link means by its type, or where that lacks its roles, the first definition that has them. */
    public @Nullable XmlElement linkType(XmlElement partnerLink) {
        XmlName type = reference(partnerLink, "partnerLinkType");
        XmlElement meant = meantLinkType(partnerLink);
        if (type == null || meant == null) {
            return null;
        }
        List<String> roles = Stream.of("myRole", "partnerRole")
                .map(partnerLink::attributeValue)
                .filter(Objects::nonNull)
                .toList();
        return Stream.concat(Stream.of(meant), definitions(Kind.PARTNER_LINK_TYPE, type).stream())
                .filter(each -> rolesOf(each).keySet().containsAll(roles))
                .findFirst()
                .orElse(meant);
    }

    private static Map<String, XmlName> rolesOf(XmlElement linkType) {
        return WsdlVocabulary.roles(linkType, ImportedDefinitions::reference);
    }

    private @Nullable URI wsdlOf(XmlElement partnerLink) {
        String name = partnerLink.attributeValue("name");
        return name == null ? null : linkWsdls.get(name);
    }

    /** A message by its name alone, with the parts of all its definitions: a variable may be written with any in mind. */
    public @Nullable Message message(@Nullable XmlName name) {
        XmlElement first = name == null ? null : find(Kind.MESSAGE, name);
        if (name == null || first == null) {
            return null;
        }
        Map<String, Part> parts = new LinkedHashMap<>();
        definitions(Kind.MESSAGE, name).forEach(each -> parts(each).forEach(parts::putIfAbsent));
        return new Message(name, parts, first, null);
    }

    /**
     * What a port type's operation means by the name of a message, or where that does not suit, the first definition of the
     * name that does.
     */
    public @Nullable Message message(@Nullable XmlName name, Operation operation, Predicate<Message> suits) {
        XmlElement meant = name == null ? null : meant(Kind.MESSAGE, name, documentOf(operation.source()));
        if (name == null || meant == null) {
            return null;
        }
        Message message = new Message(name, parts(meant), meant, null);
        List<XmlElement> definitions = definitions(Kind.MESSAGE, name);
        return definitions.size() < 2 || suits.test(message)
                ? message
                : definitions.stream()
                        .map(each -> new Message(name, parts(each), each, meant))
                        .filter(suits)
                        .findFirst()
                        .orElse(message);
    }

    private static Map<String, Part> parts(XmlElement message) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (XmlElement part : message.elements(XmlName.of(WSDL, "part"))) {
            String name = part.attributeValue("name");
            if (name != null) {
                parts.put(name, new Part(reference(part, "element"), reference(part, "type")));
            }
        }
        return parts;
    }

    /** The operations of a port type by its name alone. */
    public List<Operation> operations(XmlName portType) {
        return operations(find(Kind.PORT_TYPE, portType));
    }

    /** The operations of a port type that a partner link has. */
    public List<Operation> operations(XmlName portType, XmlElement partnerLink) {
        return operations(portType(portType, partnerLink));
    }

    /**
     * An operation of a port type that a partner link has. Where that lacks it, the first definition of the port type that
     * has it counts; null where none has it.
     */
    public @Nullable Operation operation(XmlName portType, XmlElement partnerLink, String name) {
        XmlElement meant = portType(portType, partnerLink);
        return Stream.concat(Stream.ofNullable(meant), definitions(Kind.PORT_TYPE, portType).stream())
                .flatMap(each -> operations(each).stream())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> each.source().parent() == meant ? each : each.insteadOf(meant))
                .orElse(null);
    }

    private @Nullable XmlElement portType(XmlName name, XmlElement partnerLink) {
        XmlElement linkType = linkType(partnerLink);
        return meant(Kind.PORT_TYPE, name, wsdlOf(partnerLink), linkType == null ? null : documentOf(linkType));
    }

    private static List<Operation> operations(@Nullable XmlElement source) {
        List<Operation> operations = new ArrayList<>();
        if (source != null) {
            for (XmlElement operation : source.elements(XmlName.of(WSDL, "operation"))) {
                operations.add(operation(operation));
            }
        }
        return operations;
    }

    private static Operation operation(XmlElement source) {
        XmlName input = null;
        XmlName output = null;
        boolean soliciting = false;
        Map<String, XmlName> faults = new HashMap<>();
        for (XmlElement child : source.elements()) {
            XmlName message = reference(child, "message");
            switch (child.name().local()) {
                case "input" -> {
                    soliciting = output != null;
                    input = message;
                }
                case "output" -> output = message;
                case "fault" -> {
                    String name = child.attributeValue("name");
                    if (name != null && message != null) {
                        faults.put(name, message);
                    }
                }
                default -> {}
            }
        }
        String name = Objects.requireNonNullElse(source.attributeValue("name"), "");
        return new Operation(source, name, input, output, faults, soliciting, null);
    }

    /** Port types by role of a partner link; null for an unknown partner link type. */
    public @Nullable Map<String, XmlName> roles(XmlElement partnerLink) {
        XmlElement source = linkType(partnerLink);
        return source == null ? null : rolesOf(source);
    }

    /** Where the definitions of a port type are, as {@code a.wsdl:3, b.wsdl:4}; empty where there is one at most. */
    public String placesOfSeveral(XmlName portType) {
        List<XmlElement> definitions = definitions(Kind.PORT_TYPE, portType);
        return definitions.size() < 2
                ? ""
                : definitions.stream().map(this::placeOf).collect(Collectors.joining(", "));
    }

    /** File and line of a definition. */
    public String placeOf(XmlElement definition) {
        return fileOf(definition) + ":" + definition.line();
    }

    /** The file of an element's document; null for an element of no imported document. */
    public @Nullable String fileOf(XmlElement element) {
        URI document = documents.get(element.root());
        return document == null ? null : Problem.fileOf(document);
    }

    /** The name that an attribute refers to; null where there is no such attribute, or its prefix is not bound. */
    public static @Nullable XmlName reference(XmlElement element, String attribute) {
        String qname = element.attributeValue(attribute);
        try {
            return qname == null ? null : element.resolveQName(qname.strip());
        } catch (XmlException e) {
            return null;
        }
    }
}
