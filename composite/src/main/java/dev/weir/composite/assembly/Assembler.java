package dev.weir.composite.assembly;

import dev.weir.composite.assembly.Component.Kind;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads composite.xml top-down, then the component types, then checks the wires; goes on after a problem wherever the
 * rest can still be judged, and throws them all at the end. Used once.
 */
final class Assembler {
    static final String SCA = "http://xmlns.oracle.com/sca/1.0";
    static final String DESIGNER = "http://xmlns.oracle.com/soa/designer/";
    private static final XmlName WSDL_LOCATION = XmlName.of(DESIGNER, "wsdlLocation");
    private static final String POLICY_STATUS_NAMESPACE = "http://schemas.oracle.com/ws/2006/01/policy";
    private static final Pattern INTERFACE = Pattern.compile("(.*)#wsdl\\.interface\\(([^()/]+)\\)");
    private static final Pattern ENDPOINT = Pattern.compile("(.*)#wsdl\\.endpoint\\(([^()/]+)/([^()/]+)\\)");
    private static final Pattern TOKEN = Pattern.compile("\\$\\{([^{}]*)}");

    private final Archive archive;
    private final Map<String, String> tokens;
    private final Resources resources;
    private final List<Problem> problems = new ArrayList<>();
    /** Documents by location; null for one that cannot be read, which is told once. */
    private final Map<URI, @Nullable Wsdl> wsdls = new HashMap<>();

    private final Map<String, List<URI>> imports = new LinkedHashMap<>();
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Component> components = new LinkedHashMap<>();
    private final Map<String, Reference> references = new LinkedHashMap<>();
    private final List<Wire> wires = new ArrayList<>();

    /** Names declared, whether or not what they stand for is sound: a wire to a broken service is not a second fault. */
    private final Map<String, Integer> declaredServices = new HashMap<>();

    private final Map<String, Integer> declaredComponents = new HashMap<>();
    private final Map<String, Integer> declaredReferences = new HashMap<>();

    Assembler(Archive archive, Resources elsewhere, Map<String, String> tokens) {
        this.archive = archive;
        this.tokens = Map.copyOf(tokens);
        this.resources = uri -> Archive.owns(uri) ? archive.read(uri) : elsewhere.read(uri);
    }

    Composite assemble() {
        URI location = archive.compositeXml();
        XmlElement root = parse(location, XmlName.of(SCA, "composite"));
        if (root == null) {
            throw new AssemblyException(problems);
        }
        String name = required(root, "name", location);
        String revision = Objects.requireNonNullElse(root.attributeValue("revision"), "1.0");
        String mode = oneOf(root, "mode", "active", "retired", location);
        String state = oneOf(root, "state", "on", "off", location);
        Map<String, String> properties = new LinkedHashMap<>();
        // Imports first: interfaces are found through them, wherever they stand.
        for (XmlElement element : root.elements(XmlName.of(SCA, "import"))) {
            readImport(element, location);
        }
        for (XmlElement element : root.elements()) {
            if (!element.name().namespace().equals(SCA)) {
                refusePolicy(element, location);
                continue;
            }
            switch (element.name().local()) {
                case "import" -> {
                    // Read above.
                }
                case "property" -> property(element, properties, location);
                case "service" -> readService(element, location);
                case "component" -> readComponent(element, location);
                case "reference" -> readReference(element, location);
                case "wire" -> readWire(element, location);
                default ->
                    problem(location, element, "<" + element.name().local() + "> is not supported in a composite");
            }
        }
        checkWires(location);
        if (!problems.isEmpty()) {
            throw new AssemblyException(problems);
        }
        return new Composite(
                name,
                revision,
                Objects.requireNonNullElse(root.attributeValue("label"), ""),
                mode.equals("active"),
                state.equals("on"),
                location,
                unmodifiable(properties),
                unmodifiable(services),
                unmodifiable(components),
                unmodifiable(references),
                List.copyOf(wires),
                resources);
    }

    private static <V> Map<String, V> unmodifiable(Map<String, V> map) {
        return Collections.unmodifiableMap(map);
    }

    // Reading

    private @Nullable XmlElement parse(URI document, XmlName expected) {
        try {
            XmlElement root = XmlElement.parse(archive.read(document));
            if (!root.name().equals(expected)) {
                problem(document, root, "the root element must be " + expected + ", but is " + root.name());
                return null;
            }
            return root;
        } catch (XmlException e) {
            problems.add(new Problem(Archive.shown(document), (int) e.location().line(), reason(e)));
        } catch (WsdlException e) {
            problems.add(new Problem(Archive.shown(document), 0, reason(e)));
        }
        return null;
    }

    private void readImport(XmlElement element, URI document) {
        String type = Objects.requireNonNullElse(element.attributeValue("importType"), "wsdl");
        if (!type.equals("wsdl")) {
            problem(document, element, "importType '" + type + "' is not supported yet; only wsdl is");
            return;
        }
        String namespace = required(element, "namespace", document);
        String location = required(element, "location", document);
        URI uri = Archive.resolve(document, location);
        if (uri == null) {
            problem(document, element, "the location '" + location + "' is not a URI");
            return;
        }
        imports.computeIfAbsent(namespace, ignored -> new ArrayList<>()).add(uri);
    }

    private void readService(XmlElement element, URI document) {
        String name = required(element, "name", document);
        if (declaredServices.put(name, element.line()) != null) {
            problem(document, element, "there are two services '" + name + "'");
        }
        String what = "service '" + name + "'";
        Contract contract = contract(element, what, document);
        Map<String, String> properties = new LinkedHashMap<>();
        List<WsBinding> bindings = bindings(element, what, contract, false, properties, document);
        if (contract != null) {
            services.putIfAbsent(name, new Service(name, contract, bindings, unmodifiable(properties), element.line()));
        }
    }

    private void readReference(XmlElement element, URI document) {
        String name = required(element, "name", document);
        if (declaredReferences.put(name, element.line()) != null) {
            problem(document, element, "there are two references '" + name + "'");
        }
        String what = "reference '" + name + "'";
        Contract contract = contract(element, what, document);
        Map<String, String> properties = new LinkedHashMap<>();
        List<WsBinding> bindings = bindings(element, what, contract, true, properties, document);
        if (contract != null) {
            references.putIfAbsent(
                    name, new Reference(name, contract, bindings, unmodifiable(properties), element.line()));
        }
    }

    private void readComponent(XmlElement element, URI document) {
        String name = required(element, "name", document);
        if (declaredComponents.put(name, element.line()) != null) {
            problem(document, element, "there are two components '" + name + "'");
        }
        Map<String, String> properties = new LinkedHashMap<>();
        Kind kind = null;
        URI source = null;
        XmlElement inlineType = null;
        boolean implemented = false;
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(SCA)) {
                refusePolicy(child, document);
                continue;
            }
            String local = child.name().local();
            switch (local) {
                case "property" -> property(child, properties, document);
                case "componentType" -> inlineType = child;
                case "business-events" -> {
                    if (child.firstElement() != null) {
                        problem(document, child, "component '" + name + "': business events are not supported yet");
                    }
                }
                case "implementation.bpel", "implementation.mediator" -> {
                    implemented = true;
                    kind = local.equals("implementation.bpel") ? Kind.BPEL : Kind.MEDIATOR;
                    source = source(child, name, document);
                }
                default -> {
                    if (local.startsWith("implementation.")) {
                        implemented = true;
                        problem(
                                document,
                                child,
                                "component '" + name + "': <" + local
                                        + "> is not supported; implementation.bpel and implementation.mediator are");
                    } else {
                        problem(document, child, "component '" + name + "': <" + local + "> is not supported");
                    }
                }
            }
        }
        if (!implemented) {
            problem(document, element, "component '" + name + "' has no implementation");
        }
        if (kind == null || source == null) {
            return;
        }
        Map<String, Contract> offered = new LinkedHashMap<>();
        Map<String, Contract> called = new LinkedHashMap<>();
        if (inlineType != null) {
            readComponentType(inlineType, name, document, document, offered, called);
        } else {
            URI typeFile = componentTypeFile(name, source);
            if (typeFile == null) {
                problem(
                        document,
                        element,
                        "component '" + name + "': there is no " + name + ".componentType next to "
                                + Archive.shown(source) + " or composite.xml");
                return;
            }
            XmlElement type = parse(typeFile, XmlName.of(SCA, "componentType"));
            if (type == null) {
                return;
            }
            // Locations are relative to the composite's folder; some tools write them relative to the file.
            readComponentType(type, name, typeFile, document, offered, called);
        }
        components.putIfAbsent(
                name,
                new Component(
                        name,
                        kind,
                        source,
                        unmodifiable(offered),
                        unmodifiable(called),
                        unmodifiable(properties),
                        element.line()));
    }

    private @Nullable URI source(XmlElement implementation, String component, URI document) {
        String src = required(implementation, "src", document);
        URI source = Archive.resolve(document, src);
        if (source == null || !archive.has(source)) {
            problem(document, implementation, "component '" + component + "': there is no file '" + src + "'");
            return null;
        }
        return source;
    }

    /** 11g keeps component types beside composite.xml, 12c beside the source. */
    private @Nullable URI componentTypeFile(String component, URI source) {
        String file = Archive.shown(source);
        String base = file.substring(file.lastIndexOf('/') + 1);
        int dot = base.lastIndexOf('.');
        String stem = dot < 0 ? base : base.substring(0, dot);
        for (URI folder : List.of(source, archive.compositeXml())) {
            for (String name : List.of(component, stem)) {
                URI uri = Archive.resolve(folder, name + ".componentType");
                if (uri != null && archive.has(uri)) {
                    return uri;
                }
            }
        }
        return null;
    }

    private void readComponentType(
            XmlElement type,
            String component,
            URI document,
            URI base,
            Map<String, Contract> offered,
            Map<String, Contract> called) {
        for (XmlElement element : type.elements()) {
            if (!element.name().namespace().equals(SCA)) {
                continue;
            }
            String local = element.name().local();
            if (local.equals("property")) {
                continue;
            }
            if (!local.equals("service") && !local.equals("reference")) {
                problem(document, element, "<" + local + "> is not supported in a component type");
                continue;
            }
            String name = required(element, "name", document);
            Contract contract =
                    contract(element, local + " '" + name + "' of component '" + component + "'", document, base);
            Map<String, Contract> kept = local.equals("service") ? offered : called;
            if (kept.containsKey(name)) {
                problem(document, element, "component '" + component + "' has two " + local + "s '" + name + "'");
            }
            if (contract != null) {
                kept.put(name, contract);
            } else {
                // Known to be broken: the composite is refused already, and the wires to it are not judged.
                unjudged.add(component + "/" + name);
            }
        }
    }

    /** Ends of wires that exist but have no contract, because of a problem told already. */
    private final List<String> unjudged = new ArrayList<>();

    private void readWire(XmlElement element, URI document) {
        XmlElement source = element.element(XmlName.of(SCA, "source.uri"));
        XmlElement target = element.element(XmlName.of(SCA, "target.uri"));
        if (source == null || target == null) {
            problem(document, element, "a wire needs a source.uri and a target.uri");
            return;
        }
        wires.add(new Wire(
                WireEnd.parse(source.stringValue().strip()),
                WireEnd.parse(target.stringValue().strip()),
                element.line()));
    }

    private void property(XmlElement element, Map<String, String> properties, URI document) {
        String name = required(element, "name", document);
        properties.put(name, replaceTokens(element.stringValue().strip(), element, document));
    }

    // Interfaces

    private @Nullable Contract contract(XmlElement owner, String what, URI document) {
        return contract(owner, what, document, document);
    }

    /** @param base what locations are relative to */
    private @Nullable Contract contract(XmlElement owner, String what, URI document, URI base) {
        XmlElement wsdlInterface = null;
        for (XmlElement child : owner.elements()) {
            String local = child.name().local();
            if (!child.name().namespace().equals(SCA) || !local.startsWith("interface.")) {
                continue;
            }
            if (!local.equals("interface.wsdl")) {
                problem(document, child, what + ": <" + local + "> is not supported; interface.wsdl is");
                return null;
            }
            wsdlInterface = child;
        }
        if (wsdlInterface == null) {
            problem(document, owner, what + " has no interface.wsdl");
            return null;
        }
        XmlName name = portTypeName(wsdlInterface, "interface", what, document);
        if (name == null) {
            return null;
        }
        String hint = owner.attribute(WSDL_LOCATION) == null
                ? null
                : Objects.requireNonNull(owner.attribute(WSDL_LOCATION)).value();
        Wsdl wsdl = wsdlOf(name, hint, wsdlInterface, what, document, base);
        PortType portType = wsdl == null ? null : wsdl.portType(name);
        if (wsdl == null || portType == null) {
            return null;
        }
        PortType callback = null;
        if (wsdlInterface.attributeValue("callbackInterface") != null) {
            XmlName callbackName = portTypeName(wsdlInterface, "callbackInterface", what, document);
            if (callbackName == null) {
                return null;
            }
            callback = wsdl.portType(callbackName);
            if (callback == null) {
                Wsdl other = wsdlOf(callbackName, null, wsdlInterface, what, document, base);
                callback = other == null ? null : other.portType(callbackName);
                if (callback == null) {
                    return null;
                }
            }
        }
        return new Contract(portType, callback, wsdl);
    }

    private @Nullable XmlName portTypeName(XmlElement element, String attribute, String what, URI document) {
        String text = required(element, attribute, document);
        Matcher matcher = INTERFACE.matcher(text);
        if (!matcher.matches()) {
            problem(
                    document,
                    element,
                    what + ": " + attribute + " must be NAMESPACE#wsdl.interface(PORTTYPE), but is '" + text + "'");
            return null;
        }
        return XmlName.of(matcher.group(1), matcher.group(2));
    }

    /** The first of the places where a port type may be defined that does define it. */
    private @Nullable Wsdl wsdlOf(
            XmlName portType, @Nullable String hint, XmlElement element, String what, URI document, URI base) {
        List<URI> places = new ArrayList<>();
        if (hint != null) {
            URI uri = Archive.resolve(base, hint);
            URI beside = Archive.resolve(document, hint);
            if (uri == null || beside == null) {
                problem(document, element, what + ": ui:wsdlLocation '" + hint + "' is not a URI");
                return null;
            }
            places.add(!archive.has(uri) && archive.has(beside) ? beside : uri);
        }
        for (URI imported : imports.getOrDefault(portType.namespace(), List.of())) {
            if (!places.contains(imported)) {
                places.add(imported);
            }
        }
        if (places.isEmpty()) {
            problem(
                    document,
                    element,
                    what + ": no WSDL is known for the port type " + portType
                            + "; add ui:wsdlLocation here or an <import> of its namespace to composite.xml");
            return null;
        }
        boolean unreadable = false;
        for (URI place : places) {
            Wsdl wsdl = wsdl(place, element, what, document);
            if (wsdl == null) {
                unreadable = true;
            } else if (wsdl.portType(portType) != null) {
                return wsdl;
            }
        }
        if (!unreadable) {
            problem(
                    document,
                    element,
                    what + ": there is no port type " + portType + " in "
                            + String.join(
                                    ", ", places.stream().map(Archive::shown).toList()));
        }
        return null;
    }

    private @Nullable Wsdl wsdl(URI location, XmlElement element, String what, URI document) {
        if (wsdls.containsKey(location)) {
            return wsdls.get(location);
        }
        Wsdl wsdl = null;
        try {
            wsdl = Wsdl.read(location, resources);
        } catch (WsdlException | XmlException e) {
            problem(document, element, what + ": cannot read the WSDL " + Archive.shown(location) + ": " + reason(e));
        }
        wsdls.put(location, wsdl);
        return wsdl;
    }

    // Bindings

    private List<WsBinding> bindings(
            XmlElement owner,
            String what,
            @Nullable Contract contract,
            boolean outgoing,
            Map<String, String> properties,
            URI document) {
        List<WsBinding> bindings = new ArrayList<>();
        for (XmlElement child : owner.elements()) {
            if (!child.name().namespace().equals(SCA)) {
                refusePolicy(child, document);
                continue;
            }
            String local = child.name().local();
            if (local.equals("property")) {
                property(child, properties, document);
            } else if (local.equals("binding.ws")) {
                WsBinding binding = binding(child, what, contract, outgoing, document);
                if (binding != null) {
                    bindings.add(binding);
                }
            } else if (local.equals("callback")) {
                refuseBindings(child, what + ", callback", document);
            } else if (local.startsWith("binding.")) {
                problem(document, child, what + ": <" + local + "> is not supported; binding.ws is");
            } else if (!local.startsWith("interface.")) {
                problem(document, child, what + ": <" + local + "> is not supported");
            }
        }
        return List.copyOf(bindings);
    }

    private void refuseBindings(XmlElement owner, String what, URI document) {
        for (XmlElement child : owner.elements()) {
            String local = child.name().local();
            if (child.name().namespace().equals(SCA) && local.startsWith("binding.") && !local.equals("binding.ws")) {
                problem(document, child, what + ": <" + local + "> is not supported; binding.ws is");
            }
        }
    }

    private @Nullable WsBinding binding(
            XmlElement element, String what, @Nullable Contract contract, boolean outgoing, URI document) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (XmlElement child : element.elements()) {
            if (child.name().equals(XmlName.of(SCA, "property"))) {
                property(child, properties, document);
            } else {
                refusePolicy(child, document);
            }
        }
        String text = required(element, "port", document);
        Matcher matcher = ENDPOINT.matcher(text);
        if (!matcher.matches()) {
            problem(
                    document,
                    element,
                    what + ": port must be NAMESPACE#wsdl.endpoint(SERVICE/PORT), but is '" + text + "'");
            return null;
        }
        XmlName service = XmlName.of(matcher.group(1), matcher.group(2));
        String port = matcher.group(3);
        SoapVersion version = version(element, what, document);
        String written = element.attributeValue("location");
        String location = written == null ? null : replaceTokens(written, element, document);
        if (contract == null
                || version == null
                || location != null && TOKEN.matcher(location).find()) {
            return null;
        }
        Wsdl wsdl = contract.wsdl();
        String address = "";
        if (location != null) {
            URI uri = Archive.resolve(document, location);
            if (uri == null) {
                problem(document, element, what + ": the location '" + location + "' is not a URI");
                return null;
            }
            if (namesWsdl(uri)) {
                Wsdl located = wsdl(uri, element, what, document);
                if (located == null) {
                    return null;
                }
                wsdl = located;
            }
            if (!Archive.owns(uri) && uri.getScheme() != null && uri.getScheme().startsWith("http")) {
                address = withoutQuery(uri.toString());
            }
        }
        Wsdl.Service defined = wsdl.service(service);
        Port definition = defined == null ? null : defined.port(port);
        if (definition != null && !definition.address().isEmpty() && (address.isEmpty() || namesWsdl(location))) {
            address = definition.address();
        }
        String overriding = properties.get("endpointURI");
        if (overriding != null && !overriding.isEmpty()) {
            address = overriding;
        }
        if (outgoing && address.isEmpty()) {
            problem(
                    document,
                    element,
                    what + ": there is no address to call: give binding.ws a location, a property endpointURI, or the"
                            + " port " + port + " of " + service + " a soap:address");
            return null;
        }
        return new WsBinding(
                service, port, version, definition, wsdl, outgoing ? address : "", unmodifiable(properties));
    }

    private @Nullable SoapVersion version(XmlElement element, String what, URI document) {
        String version = Objects.requireNonNullElse(element.attributeValue("soapVersion"), "1.1");
        return switch (version) {
            case "1.1" -> SoapVersion.SOAP_11;
            case "1.2" -> SoapVersion.SOAP_12;
            default -> {
                problem(document, element, what + ": soapVersion must be 1.1 or 1.2, but is '" + version + "'");
                yield null;
            }
        };
    }

    private static boolean namesWsdl(@Nullable String location) {
        return location != null && location.toLowerCase(Locale.ROOT).endsWith("wsdl");
    }

    /** True for {@code x.wsdl} and {@code x?wsdl}, and for all that is not on the web: there is nothing else to be. */
    private static boolean namesWsdl(URI location) {
        String scheme = location.getScheme();
        return scheme == null || !scheme.startsWith("http") || namesWsdl(location.toString());
    }

    private static String withoutQuery(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    // Wires

    private void checkWires(URI document) {
        Map<WireEnd, Integer> sources = new HashMap<>();
        for (Wire wire : wires) {
            Integer before = sources.putIfAbsent(wire.source(), wire.line());
            if (before != null) {
                problem(
                        document,
                        wire.line(),
                        "'" + wire.source() + "' is wired twice, first in line " + before
                                + "; one source has one target");
            }
            Contract calls = sourceContract(wire, document);
            Contract offers = targetContract(wire, document);
            if (calls != null && offers != null) {
                checkCompatible(wire, calls, offers, document);
            }
        }
        for (Service service : services.values()) {
            if (!sources.containsKey(new WireEnd(null, service.name()))) {
                problem(document, service.line(), "service '" + service.name() + "' is not wired to anything");
            }
        }
        for (Component component : components.values()) {
            for (String reference : component.references().keySet()) {
                if (!sources.containsKey(new WireEnd(component.name(), reference))) {
                    problem(
                            document,
                            component.line(),
                            "reference '" + reference + "' of component '" + component.name()
                                    + "' is not wired to anything");
                }
            }
        }
    }

    private @Nullable Contract sourceContract(Wire wire, URI document) {
        WireEnd end = wire.source();
        String component = end.component();
        if (component == null) {
            Service service = services.get(end.name());
            if (service == null && !declaredServices.containsKey(end.name())) {
                problem(document, wire.line(), "the wire's source '" + end + "' is no service of the composite");
            }
            return service == null ? null : service.contract();
        }
        Component from = components.get(component);
        if (from == null) {
            if (!declaredComponents.containsKey(component)) {
                problem(document, wire.line(), "the wire's source '" + end + "' names no component of the composite");
            }
            return null;
        }
        Contract contract = from.references().get(end.name());
        if (contract == null && !unjudged.contains(end.toString())) {
            problem(
                    document,
                    wire.line(),
                    "the wire's source '" + end + "' is no reference of component '" + component + "', which has "
                            + listed(from.references()));
        }
        return contract;
    }

    private @Nullable Contract targetContract(Wire wire, URI document) {
        WireEnd end = wire.target();
        String component = end.component();
        if (component == null) {
            Reference reference = references.get(end.name());
            if (reference == null && !declaredReferences.containsKey(end.name())) {
                problem(document, wire.line(), "the wire's target '" + end + "' is no reference of the composite");
            }
            return reference == null ? null : reference.contract();
        }
        Component to = components.get(component);
        if (to == null) {
            if (!declaredComponents.containsKey(component)) {
                problem(document, wire.line(), "the wire's target '" + end + "' names no component of the composite");
            }
            return null;
        }
        Contract contract = to.services().get(end.name());
        if (contract == null && !unjudged.contains(end.toString())) {
            problem(
                    document,
                    wire.line(),
                    "the wire's target '" + end + "' is no service of component '" + component + "', which has "
                            + listed(to.services()));
        }
        return contract;
    }

    private static String listed(Map<String, Contract> contracts) {
        return contracts.isEmpty() ? "none" : String.join(", ", contracts.keySet());
    }

    /** A caller's operations must all be offered, under the same names with the same messages. */
    private void checkCompatible(Wire wire, Contract calls, Contract offers, URI document) {
        if (calls.portType().name().equals(offers.portType().name())) {
            return;
        }
        for (Operation called : calls.portType().operations()) {
            Operation offered = offers.portType().operation(called.name());
            if (offered == null || !sameMessages(called, offered)) {
                problem(
                        document,
                        wire.line(),
                        "'" + wire.source() + "' calls the port type "
                                + calls.portType().name() + ", but '"
                                + wire.target() + "' offers "
                                + offers.portType().name() + ", which has "
                                + (offered == null ? "no operation '" : "other messages for the operation '")
                                + called.name() + "'");
                return;
            }
        }
    }

    private static boolean sameMessages(Operation one, Operation other) {
        if (!sameMessage(one.input(), other.input()) || !sameMessage(one.output(), other.output())) {
            return false;
        }
        for (OperationFault fault : other.faults()) {
            if (one.faults().stream()
                    .noneMatch(known ->
                            known.name().equals(fault.name()) && sameMessage(known.message(), fault.message()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMessage(@Nullable MessageType one, @Nullable MessageType other) {
        return one == null ? other == null : other != null && one.name().equals(other.name());
    }

    // Small things

    private static String reason(RuntimeException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }

    /** A security or other policy that is not enforced must not look as if it were. */
    private void refusePolicy(XmlElement element, URI document) {
        if (!element.name().local().equals("PolicyReference")) {
            return;
        }
        boolean disabled = element.attribute(XmlName.of(POLICY_STATUS_NAMESPACE, "status")) != null
                && "disabled"
                        .equals(Objects.requireNonNull(element.attribute(XmlName.of(POLICY_STATUS_NAMESPACE, "status")))
                                .value());
        if (!disabled) {
            problem(
                    document,
                    element,
                    "the policy '" + Objects.requireNonNullElse(element.attributeValue("URI"), "")
                            + "' cannot be enforced yet; remove the PolicyReference, or set orawsp:status=\"disabled\"");
        }
    }

    private String replaceTokens(String text, XmlElement element, URI document) {
        Matcher matcher = TOKEN.matcher(text);
        StringBuilder replaced = new StringBuilder();
        while (matcher.find()) {
            String value = tokens.get(matcher.group(1));
            if (value == null) {
                problem(
                        document,
                        element,
                        "the token ${" + matcher.group(1) + "} has no value; known are "
                                + (tokens.isEmpty()
                                        ? "none"
                                        : String.join(
                                                ", ",
                                                tokens.keySet().stream()
                                                        .sorted()
                                                        .toList())));
                value = matcher.group();
            }
            matcher.appendReplacement(replaced, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(replaced).toString();
    }

    private String required(XmlElement element, String attribute, URI document) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problem(document, element, "<" + element.name().local() + "> needs the attribute " + attribute);
            return "";
        }
        return value.strip();
    }

    private String oneOf(XmlElement element, String attribute, String first, String second, URI document) {
        String value = Objects.requireNonNullElse(element.attributeValue(attribute), first);
        if (!value.equals(first) && !value.equals(second)) {
            problem(
                    document,
                    element,
                    attribute + " must be '" + first + "' or '" + second + "', but is '" + value + "'");
            return first;
        }
        return value;
    }

    private void problem(URI document, XmlElement element, String message) {
        problem(document, element.line(), message);
    }

    private void problem(URI document, int line, String message) {
        problems.add(new Problem(Archive.shown(document), line, message));
    }
}
