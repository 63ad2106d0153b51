package dev.weir.wsdl;

import static dev.weir.wsdl.WsdlDocument.WSDL;

import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Duplicates;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Links the definitions of a set of documents: messages, then the port types that use them, then bindings, then
 * services. Each later kind refers to the earlier ones by expanded name, whatever document they stand in.
 */
final class WsdlDefinitions {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    private static final String MIME = "http://schemas.xmlsoap.org/wsdl/mime/";

    /** WS-Addressing 1.0 Metadata, and the namespaces of its drafts that tools still write. */
    private static final List<String> ACTION_NAMESPACES = List.of(
            "http://www.w3.org/2007/05/addressing/metadata",
            "http://www.w3.org/2006/05/addressing/wsdl",
            "http://www.w3.org/2005/08/addressing",
            "http://schemas.xmlsoap.org/ws/2004/08/addressing");

    private static final XmlName MESSAGE = XmlName.of(WSDL, "message");
    private static final XmlName PART = XmlName.of(WSDL, "part");
    private static final XmlName PORT_TYPE = XmlName.of(WSDL, "portType");
    private static final XmlName OPERATION = XmlName.of(WSDL, "operation");
    private static final XmlName INPUT = XmlName.of(WSDL, "input");
    private static final XmlName OUTPUT = XmlName.of(WSDL, "output");
    private static final XmlName FAULT = XmlName.of(WSDL, "fault");
    private static final XmlName BINDING = XmlName.of(WSDL, "binding");
    private static final XmlName SERVICE = XmlName.of(WSDL, "service");
    private static final XmlName PORT = XmlName.of(WSDL, "port");

    final NamedDefinitions<MessageType> messages;
    final NamedDefinitions<PortType> portTypes;
    final Map<XmlName, Binding> bindings = new LinkedHashMap<>();
    final Map<XmlName, Service> services = new LinkedHashMap<>();

    /** By identity: operations of different port types may be equal. */
    final IdentityHashMap<Operation, Actions> actions = new IdentityHashMap<>();

    final IdentityHashMap<Operation, String> statedActions = new IdentityHashMap<>();

    /** What of the documents does not count, as others define it before. */
    final List<Problem> conflicts = new ArrayList<>();

    /** Documents of which a definition counts only where no other has one of its name. */
    private final Set<URI> further;

    private final Duplicates duplicates;
    private final Set<Stated> stated = new HashSet<>();
    private final Set<XmlName> foreignBindings = new LinkedHashSet<>();

    /** A binding or service that a document has. */
    private record Stated(URI document, String kind, XmlName name) {}

    WsdlDefinitions(Map<URI, WsdlDocument> byUri, Set<URI> further, Duplicates duplicates) {
        this.further = further;
        this.duplicates = duplicates;
        BiFunction<URI, Set<URI>, @Nullable URI> nearest =
                (from, defining) -> NearestDocument.of(from, defining, uri -> {
                    WsdlDocument document = byUri.get(uri);
                    return document == null ? null : document.root();
                });
        messages = new NamedDefinitions<>(nearest);
        portTypes = new NamedDefinitions<>(nearest);
        Collection<WsdlDocument> documents = byUri.values();
        List<WsdlDocument> own = documents.stream()
                .filter(document -> !further.contains(document.uri()))
                .toList();
        each(documents, MESSAGE, (document, element) -> {
            MessageType message = message(document, element);
            add(document, element, "message", message.name(), messages, message);
        });
        messages.complete();
        each(documents, PORT_TYPE, (document, element) -> {
            PortType portType = portType(document, element);
            add(document, element, "portType", portType.name(), portTypes, portType);
        });
        portTypes.complete();
        each(own, BINDING, (document, element) -> {
            XmlName name = document.declaredName(element);
            firstOfItsName(document, element, "binding", name);
            Binding binding = binding(document, element, name);
            if (binding == null) {
                foreignBindings.add(name);
            } else {
                bindings.putIfAbsent(name, binding);
            }
        });
        each(own, SERVICE, (document, element) -> {
            XmlName name = document.declaredName(element);
            firstOfItsName(document, element, "service", name);
            services.putIfAbsent(name, service(document, element, name));
        });
        stated.clear();
    }

    private interface Visit {
        void visit(WsdlDocument document, XmlElement element);
    }

    private static void each(Collection<WsdlDocument> documents, XmlName kind, Visit visit) {
        for (WsdlDocument document : documents) {
            if (!document.isSchema()) {
                for (XmlElement element : document.root().elements(kind)) {
                    visit.visit(document, element);
                }
            }
        }
    }

    /** Messages and port types may come from several documents, as copies do, if they say the same. */
    private <D> void add(
            WsdlDocument document,
            XmlElement element,
            String kind,
            XmlName name,
            NamedDefinitions<D> definitions,
            D definition) {
        D earlier = definitions.get(name);
        URI origin = definitions.origin(name);
        boolean isTwiceInDocument = definitions.has(name, document.uri());
        if (earlier != null && origin != null && (isTwiceInDocument || !agree(earlier, definition))) {
            if (duplicates == Duplicates.REFUSED && (isTwiceInDocument || !further.contains(document.uri()))) {
                throw document.problem(
                        element,
                        "wsdl-duplicate",
                        kind + " " + name + " is defined already, in " + origin,
                        "rename one of them");
            }
            conflicts.add(document.place(
                    element,
                    "wsdl-duplicate",
                    kind + " " + name + " is defined already, in " + Problem.fileOf(origin) + ", and the first counts",
                    "rename one of them"));
        }
        definitions.add(name, document.uri(), definition);
    }

    /** Port types that differ only in what the messages of their operations are agree: the conflict is the messages'. */
    private static boolean agree(Object one, Object other) {
        return one instanceof PortType first && other instanceof PortType second
                ? statements(first).equals(statements(second))
                : one.equals(other);
    }

    private static List<List<@Nullable XmlName>> statements(PortType portType) {
        List<List<@Nullable XmlName>> statements = new ArrayList<>();
        for (Operation operation : portType.operations()) {
            List<@Nullable XmlName> names = new ArrayList<>();
            names.add(XmlName.of(operation.name()));
            names.add(operation.input() == null ? null : operation.input().name());
            names.add(operation.output() == null ? null : operation.output().name());
            for (OperationFault fault : operation.faults()) {
                names.add(XmlName.of(fault.name()));
                names.add(fault.message().name());
            }
            statements.add(names);
        }
        return statements;
    }

    /** Bindings and services of one name may differ between documents (in addresses, say): the first counts. */
    private void firstOfItsName(WsdlDocument document, XmlElement element, String kind, XmlName name) {
        if (stated.add(new Stated(document.uri(), kind, name))) {
            return;
        }
        String what = kind + " " + name + " is defined twice";
        if (duplicates == Duplicates.REFUSED) {
            throw document.problem(element, "wsdl-duplicate", what, "rename one of them");
        }
        conflicts.add(document.place(element, "wsdl-duplicate", what + ", and the first counts", "rename one of them"));
    }

    private static MessageType message(WsdlDocument document, XmlElement element) {
        List<Part> parts = new ArrayList<>();
        MessageType message = new MessageType(document.declaredName(element), parts);
        for (XmlElement child : element.elements(PART)) {
            String name = document.required(child, "name");
            boolean byElement = child.attributeValue("element") != null;
            boolean byType = child.attributeValue("type") != null;
            if (byElement == byType) {
                throw document.problem(
                        child,
                        "wsdl-part-type",
                        "part " + name + " of message " + message.name()
                                + " must have exactly one of the attributes element and type",
                        "give it one of the two");
            }
            if (message.part(name) != null) {
                throw document.problem(
                        child,
                        "wsdl-duplicate",
                        "message " + message.name() + " has two parts named " + name,
                        "rename one of them");
            }
            parts.add(new Part(
                    name,
                    byElement ? document.reference(child, "element") : null,
                    byType ? document.reference(child, "type") : null));
        }
        return new MessageType(message.name(), List.copyOf(parts));
    }

    private PortType portType(WsdlDocument document, XmlElement element) {
        XmlName name = document.declaredName(element);
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (XmlElement child : element.elements(OPERATION)) {
            Operation operation = operation(document, child, name);
            if (operations.put(operation.name(), operation) != null) {
                throw document.problem(
                        child,
                        "R2304",
                        "portType " + name + " has two operations named " + operation.name(),
                        "rename one of them: overloading is not allowed (WS-I Basic Profile)");
            }
        }
        return new PortType(name, List.copyOf(operations.values()));
    }

    private Operation operation(WsdlDocument document, XmlElement element, XmlName portType) {
        String name = document.required(element, "name");
        XmlElement input = element.element(INPUT);
        XmlElement output = element.element(OUTPUT);
        if (input == null && output == null) {
            throw document.problem(
                    element,
                    "wsdl-operation-empty",
                    "operation " + name + " must have an input or an output",
                    "add the <input> or <output>");
        }
        List<OperationFault> faults = new ArrayList<>();
        for (XmlElement fault : element.elements(FAULT)) {
            faults.add(new OperationFault(document.required(fault, "name"), messageOf(document, fault)));
        }
        Operation operation = new Operation(
                name,
                input == null ? null : messageOf(document, input),
                output == null ? null : messageOf(document, output),
                List.copyOf(faults));
        Actions byName = defaultActions(portType, operation);
        actions.put(
                operation,
                new Actions(action(input, portType, byName.input()), action(output, portType, byName.output())));
        String stated = input == null ? null : stated(input);
        if (stated != null) {
            statedActions.put(operation, stated);
        }
        return operation;
    }

    private static String action(@Nullable XmlElement message, XmlName portType, String otherwise) {
        if (message == null) {
            return otherwise;
        }
        String stated = stated(message);
        String name = message.attributeValue("name");
        return stated != null ? stated : name == null ? otherwise : Actions.byName(portType, name);
    }

    private static @Nullable String stated(XmlElement message) {
        for (String namespace : ACTION_NAMESPACES) {
            XmlAttribute given = message.attribute(XmlName.of(namespace, "Action"));
            if (given != null) {
                return given.value().strip();
            }
        }
        return null;
    }

    static Actions defaultActions(XmlName portType, Operation operation) {
        boolean answered = operation.input() != null && operation.output() != null;
        return new Actions(
                Actions.byName(portType, answered ? operation.name() + "Request" : operation.name()),
                answered ? Actions.byName(portType, operation.name() + "Response") : "");
    }

    private MessageType messageOf(WsdlDocument document, XmlElement element) {
        XmlName name = document.reference(element, "message");
        MessageType message = messages.get(name, List.of(document.uri()));
        if (message == null) {
            throw document.problem(
                    element,
                    "wsdl-message-unknown",
                    "message " + name + " is not defined in this document or in those it imports",
                    "define it, or import the document that does");
        }
        return message;
    }

    /** Null for a binding that is not a SOAP one. */
    private @Nullable Binding binding(WsdlDocument document, XmlElement element, XmlName name) {
        SoapVersion version = SoapVersion.SOAP_11;
        String soap = SOAP_11;
        XmlElement soapBinding = element.element(XmlName.of(SOAP_11, "binding"));
        if (soapBinding == null) {
            version = SoapVersion.SOAP_12;
            soap = SOAP_12;
            soapBinding = element.element(XmlName.of(SOAP_12, "binding"));
        }
        if (soapBinding == null) {
            return null;
        }
        XmlName typeName = document.reference(element, "type");
        PortType portType = portTypes.get(typeName, List.of(document.uri()));
        if (portType == null) {
            throw document.problem(
                    element,
                    "wsdl-port-type-unknown",
                    "portType " + typeName + " is not defined in this document or in those it imports",
                    "define it, or import the document that does");
        }
        boolean rpc = rpc(document, soapBinding, false);
        Map<String, BindingOperation> operations = new LinkedHashMap<>();
        for (XmlElement child : element.elements(OPERATION)) {
            String operationName = document.required(child, "name");
            Operation operation = portType.operation(operationName);
            if (operation == null) {
                throw document.problem(
                        child,
                        "wsdl-operation-unknown",
                        "binding " + name + " binds the operation " + operationName + ", which portType " + typeName
                                + " does not have",
                        "correct the name of the operation, or add it to the port type");
            }
            operations.put(operation.name(), bindingOperation(document, child, operation, soap, rpc));
        }
        return new Binding(name, portType, version, rpc, Collections.unmodifiableMap(operations));
    }

    private BindingOperation bindingOperation(
            WsdlDocument document, XmlElement element, Operation operation, String soap, boolean bindingIsRpc) {
        XmlElement soapOperation = element.element(XmlName.of(soap, "operation"));
        boolean rpc = soapOperation == null ? bindingIsRpc : rpc(document, soapOperation, bindingIsRpc);
        String action = soapOperation == null ? null : soapOperation.attributeValue("soapAction");
        return new BindingOperation(
                operation,
                action == null ? "" : action,
                rpc,
                messageBinding(document, element.element(INPUT), operation.input(), soap),
                messageBinding(document, element.element(OUTPUT), operation.output(), soap));
    }

    private static boolean rpc(WsdlDocument document, XmlElement element, boolean otherwise) {
        String style = element.attributeValue("style");
        if (style == null) {
            return otherwise;
        }
        return switch (style.strip()) {
            case "rpc" -> true;
            case "document" -> false;
            default ->
                throw document.problem(
                        element,
                        "wsdl-style",
                        "style must be rpc or document, but is " + style,
                        "write one of the two");
        };
    }

    private MessageBinding messageBinding(
            WsdlDocument document, @Nullable XmlElement direction, @Nullable MessageType message, String soap) {
        if (message == null) {
            return MessageBinding.NONE;
        }
        if (direction == null) {
            return new MessageBinding("", false, message.parts(), List.of());
        }
        XmlElement container = soapContainer(direction, soap);
        List<HeaderPart> headers = new ArrayList<>();
        for (XmlElement header : container.elements(XmlName.of(soap, "header"))) {
            MessageType headerMessage = messageOf(document, header);
            headers.add(new HeaderPart(
                    headerMessage, partOf(document, header, headerMessage, document.required(header, "part"))));
        }
        XmlElement body = container.element(XmlName.of(soap, "body"));
        String namespace = body == null ? null : body.attributeValue("namespace");
        boolean encoded = body != null && "encoded".equals(body.attributeValue("use"));
        return new MessageBinding(
                namespace == null ? "" : namespace,
                encoded,
                bodyParts(document, body, message, headers),
                List.copyOf(headers));
    }

    /** The element that holds soap:body: the direction itself, or the root part of a MIME binding (SwA). */
    private static XmlElement soapContainer(XmlElement direction, String soap) {
        for (XmlElement related : direction.elements(XmlName.of(MIME, "multipartRelated"))) {
            for (XmlElement part : related.elements(XmlName.of(MIME, "part"))) {
                if (part.element(XmlName.of(soap, "body")) != null) {
                    return part;
                }
            }
        }
        return direction;
    }

    /** What soap:body's parts attribute lists; without it, the parts that are not headers. */
    private static List<Part> bodyParts(
            WsdlDocument document, @Nullable XmlElement body, MessageType message, List<HeaderPart> headers) {
        String listed = body == null ? null : body.attributeValue("parts");
        List<Part> parts = new ArrayList<>();
        if (body != null && listed != null) {
            for (String name : listed.strip().split("\\s+")) {
                if (!name.isEmpty()) {
                    parts.add(partOf(document, body, message, name));
                }
            }
        } else {
            for (Part part : message.parts()) {
                if (!headers.contains(new HeaderPart(message, part))) {
                    parts.add(part);
                }
            }
        }
        return parts.equals(message.parts()) ? message.parts() : List.copyOf(parts);
    }

    private static Part partOf(WsdlDocument document, XmlElement at, MessageType message, String name) {
        Part part = message.part(name);
        if (part == null) {
            throw document.problem(
                    at,
                    "wsdl-part-unknown",
                    "message " + message.name() + " has no part " + name,
                    "correct the name of the part, or add it to the message");
        }
        return part;
    }

    private Service service(WsdlDocument document, XmlElement element, XmlName name) {
        List<Port> ports = new ArrayList<>();
        for (XmlElement child : element.elements(PORT)) {
            XmlName bindingName = document.reference(child, "binding");
            Binding binding = bindings.get(bindingName);
            if (binding != null) {
                ports.add(new Port(document.required(child, "name"), binding, address(child, binding.version())));
            } else if (!foreignBindings.contains(bindingName)) {
                throw document.problem(
                        child,
                        "wsdl-binding-unknown",
                        "binding " + bindingName + " is not defined in this document or in those it imports",
                        "define it, or import the document that does");
            }
        }
        return new Service(name, List.copyOf(ports));
    }

    private static String address(XmlElement port, SoapVersion version) {
        XmlElement address = port.element(XmlName.of(version == SoapVersion.SOAP_11 ? SOAP_11 : SOAP_12, "address"));
        String location = address == null ? null : address.attributeValue("location");
        return location == null ? "" : location.strip();
    }
}
