package dev.weir.wsdl;

import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlParent;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A WSDL 1.1 document with all that it imports, directly or not (import cycles are harmless). Definitions of all the
 * documents are found by expanded name. Immutable once read; thread-safe as long as nobody changes the elements it
 * hands out.
 */
public final class Wsdl {
    private static final XmlName TYPES = XmlName.of(WsdlDocument.WSDL, "types");
    private static final LinkedDefinitions DEFINITIONS = new LinkedDefinitions();

    private final Map<URI, WsdlDocument> documents;
    private final Map<URI, byte[]> bytes = new LinkedHashMap<>();
    private final List<XmlElement> schemas = new ArrayList<>();
    private final WsdlDefinitions definitions;

    /** @param further of the documents, those that only add to what the others define */
    Wsdl(Map<URI, WsdlDocument> documents, Set<URI> further, Duplicates duplicates) {
        this.documents = documents;
        for (WsdlDocument document : documents.values()) {
            bytes.put(document.uri(), document.bytes());
            if (document.isSchema()) {
                schemas.add(document.root());
            } else {
                for (XmlElement types : document.root().elements(TYPES)) {
                    schemas.addAll(types.elements(WsdlDocument.XSD_SCHEMA));
                }
            }
        }
        this.definitions = new WsdlDefinitions(documents, further, duplicates);
    }

    /**
     * Reads the document at a URI and everything that it imports: wsdl:import, and the schemas' import, include and
     * redefine, relative locations resolved against the document that they stand in. An import without a location only
     * names a namespace, and is taken as that.
     *
     * @param location absolute
     * @throws WsdlException for a document that cannot be read, or a name that is not defined
     */
    public static Wsdl read(URI location, Resources resources) {
        return read(location, resources, Duplicates.REFUSED);
    }

    /**
     * The same, with a choice of what is made of definitions of one name.
     *
     * @throws WsdlException for a document that cannot be read, or a name that is not defined
     */
    public static Wsdl read(URI location, Resources resources, Duplicates duplicates) {
        if (!location.isAbsolute()) {
            throw new WsdlException("the location of a WSDL document must be absolute: " + location);
        }
        return DEFINITIONS.of(ImportLoader.from(location, resources), duplicates);
    }

    /**
     * The root elements of the document at a URI, WSDL or schema, and of everything that it imports, in reading order.
     * Definitions are not linked and may be invalid; this is for checks that report such errors. The elements are not to be
     * changed.
     *
     * @param location absolute
     * @throws WsdlException for a document that cannot be read
     */
    public static Map<URI, XmlElement> roots(URI location, Resources resources) {
        Map<URI, XmlElement> roots = new LinkedHashMap<>();
        ImportLoader.from(location, resources).forEach((uri, document) -> roots.put(uri, document.root()));
        return roots;
    }

    /**
     * Several WSDLs seen as one (a BPEL process imports many); a definition met twice from one URI counts once. Messages
     * and port types that several documents define must agree; of bindings and services of one name the first counts.
     *
     * @param parts at least one
     */
    public static Wsdl union(Collection<Wsdl> parts) {
        return union(parts, List.of());
    }

    /**
     * The same with WSDLs that add what is not defined yet, in their order: of a name that several define, the first
     * definition counts, alike or not. Their bindings and services are left out.
     *
     * @param parts at least one, unless there are further ones
     */
    public static Wsdl union(Collection<Wsdl> parts, Collection<Wsdl> further) {
        return union(parts, further, Duplicates.REFUSED);
    }

    /**
     * The same, with a choice of what is made of definitions of one name.
     *
     * @param parts at least one, unless there are further ones
     */
    public static Wsdl union(Collection<Wsdl> parts, Collection<Wsdl> further, Duplicates duplicates) {
        if (parts.isEmpty() && further.isEmpty()) {
            throw new IllegalArgumentException("a union must have at least one part");
        }
        Map<URI, WsdlDocument> documents = new LinkedHashMap<>();
        for (Wsdl part : parts) {
            part.documents.forEach(documents::putIfAbsent);
        }
        Set<URI> added = new HashSet<>();
        for (Wsdl part : further) {
            part.documents.forEach((uri, document) -> {
                if (documents.putIfAbsent(uri, document) == null) {
                    added.add(uri);
                }
            });
        }
        return new Wsdl(documents, added, duplicates);
    }

    /** The document first read; for a union the first part's. */
    public URI location() {
        return first().uri();
    }

    /** The first document's; empty where it has none. */
    public String targetNamespace() {
        return first().targetNamespace();
    }

    /** True if it was read from these very documents, in this order. */
    boolean isOf(Collection<WsdlDocument> others) {
        return List.copyOf(documents.values()).equals(List.copyOf(others));
    }

    private WsdlDocument first() {
        return documents.values().iterator().next();
    }

    /**
     * Every document read, schemas included, by its URI, in reading order, as it came: what {@code ?wsdl} serves. Other
     * definitions may have the same arrays and elements: they are not to be changed, and any thread may read them.
     */
    public Map<URI, byte[]> documents() {
        return Collections.unmodifiableMap(bytes);
    }

    /**
     * The definitions that do not count, as others of their name come before, with the files of both. Bindings and services
     * of several documents are not among them.
     */
    public List<Problem> conflicts() {
        return List.copyOf(definitions.conflicts);
    }

    public Collection<PortType> portTypes() {
        return Collections.unmodifiableCollection(definitions.portTypes.all());
    }

    public @Nullable PortType portType(XmlName name) {
        return definitions.portTypes.get(name);
    }

    /**
     * What documents mean by the name of a port type: the definition of the first, or the nearest that it imports, else that
     * of the next, else the first of all.
     *
     * @param from the locations of the documents
     */
    public @Nullable PortType portType(XmlName name, List<URI> from) {
        return definitions.portTypes.get(name, from);
    }

    /**
     * All definitions of a port type, the first first: more than one only where {@link #conflicts} has the name, or that of a
     * message of its operations.
     */
    public List<PortType> portTypes(XmlName name) {
        return definitions.portTypes.all(name);
    }

    public @Nullable MessageType message(XmlName name) {
        return definitions.messages.get(name);
    }

    /** All definitions of a message, the first first: more than one only where {@link #conflicts} has the name. */
    public List<MessageType> messages(XmlName name) {
        return definitions.messages.all(name);
    }

    public Collection<Binding> bindings() {
        return Collections.unmodifiableCollection(definitions.bindings.values());
    }

    public @Nullable Binding binding(XmlName name) {
        return definitions.bindings.get(name);
    }

    public Collection<Service> services() {
        return Collections.unmodifiableCollection(definitions.services.values());
    }

    public @Nullable Service service(XmlName name) {
        return definitions.services.get(name);
    }

    /**
     * The WS-Addressing actions of an operation's messages: as the document gives them (wsam:Action), else made from
     * the names (WS-Addressing 1.0 - Metadata, section 4.4.4).
     */
    public Actions actions(PortType portType, Operation operation) {
        Actions actions = definitions.actions.get(operation);
        return actions == null ? WsdlDefinitions.defaultActions(portType.name(), operation) : actions;
    }

    /** The WS-Addressing action that the document itself gives an operation's input; null where it gives none. */
    public @Nullable String statedAction(Operation operation) {
        return definitions.statedActions.get(operation);
    }

    /**
     * Top-level extension elements of all documents by their own name, in document order: BPEL's partnerLinkType,
     * property and propertyAlias live here. Each element still hangs in its document, so QNames in it resolve. They are not
     * to be changed.
     */
    public List<XmlElement> extensions(XmlName elementName) {
        List<XmlElement> found = new ArrayList<>();
        for (WsdlDocument document : documents.values()) {
            if (!document.isSchema()) {
                found.addAll(document.root().elements(elementName));
            }
        }
        return found;
    }

    /** The target namespace of the document that an extension element stands in; empty where it has none. */
    public String targetNamespaceOf(XmlElement extension) {
        String namespace = top(extension).attributeValue("targetNamespace");
        return namespace == null ? "" : namespace;
    }

    /** The location of the document that an extension element stands in. */
    public URI locationOf(XmlElement extension) {
        XmlElement root = top(extension);
        for (WsdlDocument document : documents.values()) {
            if (document.root() == root) {
                return document.uri();
            }
        }
        throw new IllegalArgumentException("the element stands in no document of this WSDL: " + extension.name());
    }

    private static XmlElement top(XmlElement extension) {
        XmlElement top = extension;
        for (XmlParent above = top.parent(); above instanceof XmlElement element; above = element.parent()) {
            top = element;
        }
        return top;
    }

    /** The root element of one of the {@link #documents}; not to be changed. */
    public XmlElement root(URI document) {
        WsdlDocument read = documents.get(document);
        if (read == null) {
            throw new IllegalArgumentException("there is no document " + document);
        }
        return read.root();
    }

    /**
     * Of locations of documents, the one whose definition of a name a document means: its own, else the nearest that it
     * imports; null where it reaches none of them.
     */
    public @Nullable URI nearest(URI from, Set<URI> defining) {
        return NearestDocument.of(from, defining, uri -> {
            WsdlDocument document = documents.get(uri);
            return document == null ? null : document.root();
        });
    }

    /** Root elements of all schemas, inline or imported or included, in reading order; not to be changed. */
    public List<XmlElement> schemas() {
        return Collections.unmodifiableList(schemas);
    }

    /** What is made of messages and port types of one name that say different things, or stand in one document. */
    public enum Duplicates {
        REFUSED,
        /** The first counts, and each document means its own, or the nearest that it imports: {@link Wsdl#conflicts}. */
        FIRST_COUNTS
    }

    /** wsdl:message. */
    public record MessageType(XmlName name, List<Part> parts) {
        public @Nullable Part part(String partName) {
            for (Part part : parts) {
                if (part.name().equals(partName)) {
                    return part;
                }
            }
            return null;
        }
    }

    /** A part: exactly one of element and type is given (WS-I Basic Profile R2306). */
    public record Part(
            String name,
            @Nullable XmlName element,
            @Nullable XmlName type) {}

    public record PortType(XmlName name, List<Operation> operations) {
        public @Nullable Operation operation(String operationName) {
            for (Operation operation : operations) {
                if (operation.name().equals(operationName)) {
                    return operation;
                }
            }
            return null;
        }
    }

    /**
     * @param input the request's message; null only for notification, which Weir reads but does not serve
     * @param output the reply's; null for one-way
     */
    public record Operation(
            String name,
            @Nullable MessageType input,
            @Nullable MessageType output,
            List<OperationFault> faults) {
        public boolean oneWay() {
            return output == null;
        }
    }

    public record OperationFault(String name, MessageType message) {}

    /**
     * WS-Addressing actions.
     *
     * @param output empty for a one-way operation
     */
    public record Actions(String input, String output) {
        /**
         * The action of a message that says none (WS-Addressing 1.0 - Metadata, sections 4.4.4 and 4.4.5).
         *
         * @param message its name; for a fault the operation's, {@code Fault} and the fault's
         */
        public static String byName(XmlName portType, String... message) {
            String namespace = portType.namespace();
            String delimiter = namespace.startsWith("urn:") ? ":" : "/";
            return namespace
                    + (namespace.endsWith(delimiter) ? "" : delimiter)
                    + portType.local()
                    + delimiter
                    + String.join(delimiter, message);
        }
    }

    /** A SOAP binding; bindings of other kinds are not listed. */
    public record Binding(
            XmlName name,
            PortType portType,
            SoapVersion version,
            boolean rpc,
            Map<String, BindingOperation> operations) {}

    /**
     * How an operation travels.
     *
     * @param soapAction empty for none
     * @param rpc style="rpc": the body's child is a wrapper named like the operation
     * @param input {@link MessageBinding#NONE} where the operation has no input
     * @param output {@link MessageBinding#NONE} where the operation has no output
     */
    public record BindingOperation(
            Operation operation, String soapAction, boolean rpc, MessageBinding input, MessageBinding output) {}

    /**
     * How a message travels.
     *
     * @param namespace rpc: the wrapper's namespace; empty otherwise
     * @param encoded use="encoded"
     * @param bodyParts the parts that stand in the body, in order
     * @param headers the parts that travel as header blocks
     */
    public record MessageBinding(String namespace, boolean encoded, List<Part> bodyParts, List<HeaderPart> headers) {
        /** The binding of a message that there is not. */
        public static final MessageBinding NONE = new MessageBinding("", false, List.of(), List.of());
    }

    public record HeaderPart(MessageType message, Part part) {}

    public record Service(XmlName name, List<Port> ports) {
        public @Nullable Port port(String portName) {
            for (Port port : ports) {
                if (port.name().equals(portName)) {
                    return port;
                }
            }
            return null;
        }
    }

    /** @param address soap:address; empty where the document gives none */
    public record Port(String name, Binding binding, String address) {}

    public enum SoapVersion {
        SOAP_11("1.1"),
        SOAP_12("1.2");

        private final String number;

        SoapVersion(String number) {
            this.number = number;
        }

        /** As people write it: 1.1 or 1.2. */
        public String number() {
            return number;
        }
    }
}
