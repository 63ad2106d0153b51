package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads composite.xml top-down, then the component types, then checks the wires; goes on after a problem wherever the
 * rest can still be judged, and gives what could be read with all of them. Used once.
 */
final class Assembler {
    /** Sub-processes are known by their files, whatever the element is called. */
    private static final String OF_SUB_PROCESSES = "implementation.bpel";

    private final Archive archive;
    private final CompositeResources resources;
    private final Problems problems;
    private final ElementReader elements;
    private final Contracts contracts;
    private final UnavailableParts unavailable;
    private final EventSubscriptions events;
    private final WsBindings wsBindings;
    private final SoapInstead soapInstead;
    private final DeclaredNames declared = new DeclaredNames();
    private final Map<String, CompositeService> services = new LinkedHashMap<>();
    private final Map<String, Component> components = new LinkedHashMap<>();
    private final Map<String, CompositeReference> references = new LinkedHashMap<>();

    /** By source and target. */
    private final Map<List<WireEnd>, Wire> wires = new LinkedHashMap<>();

    /** The first service, reference and component of each name, by kind and name. */
    private final Map<String, XmlElement> firsts = new HashMap<>();

    /** @param lenient true to leave out what Weir does not have */
    Assembler(Archive archive, Resources elsewhere, CompositeValues values, boolean lenient) {
        this.archive = archive;
        this.problems = new Problems(Archive.shown(archive.compositeXml()));
        this.resources = new CompositeResources(archive, elsewhere);
        this.elements = new ElementReader(values.tokens(), problems);
        this.contracts = new Contracts(archive, resources, elements, problems);
        this.unavailable = new UnavailableParts(lenient, problems);
        this.wsBindings = new WsBindings(contracts, elements, unavailable, resources, problems);
        this.soapInstead = new SoapInstead(values, elements, problems);
        this.events = new EventSubscriptions(contracts.events(), elements, problems);
    }

    Assembled assemble() {
        URI location = archive.compositeXml();
        XmlElement root = parse(location, XmlName.of(SCA, "composite"));
        if (root == null) {
            return new Assembled(null, Set.of(), problems.list());
        }
        String name = elements.name(root, location);
        String revision = Objects.requireNonNullElse(root.attributeValue("revision"), "1.0");
        elements.checkName(revision, "revision", root, location);
        String mode = elements.oneOf(root, "mode", "active", "retired", location);
        String state = elements.oneOf(root, "state", "on", "off", location);
        Map<String, String> properties = new LinkedHashMap<>();
        // Imports first: interfaces are found through them, wherever they stand.
        for (XmlElement element : root.elements(XmlName.of(SCA, "import"))) {
            contracts.readImport(element, location);
        }
        for (XmlElement element : root.elements()) {
            if (!element.name().namespace().equals(SCA)) {
                unavailable.policy(element, "the composite", location);
                continue;
            }
            switch (element.name().local()) {
                case "import" -> {
                    // Read above.
                }
                case "property" -> elements.property(element, properties, location);
                case "service" -> readService(name, element, location);
                case "component" -> readComponent(element, location);
                case "reference" -> readReference(name, element, location);
                case "wire" -> readWire(element, location);
                default ->
                    problems.add(
                            Archive.shown(location),
                            element,
                            "composite-element-unsupported",
                            "<" + element.name().local() + "> is not supported in a composite",
                            "remove it");
            }
        }
        new WireCheck(services, components, references, declared, problems).check(wires.values(), location);
        Composite composite = new Composite(
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
                List.copyOf(wires.values()),
                contracts.documents(),
                events.events(),
                unavailable.found(),
                unavailable.lenient(),
                resources);
        return new Assembled(composite, declared.incomplete(), problems.list());
    }

    private static <V> Map<String, V> unmodifiable(Map<String, V> map) {
        return Collections.unmodifiableMap(map);
    }

    // Reading

    private @Nullable XmlElement parse(URI document, XmlName expected) {
        try {
            XmlElement root = XmlElement.parse(resources.read(document));
            if (!root.name().equals(expected)) {
                problems.add(
                        Archive.shown(document),
                        root,
                        "composite-document-element",
                        "the root element must be " + expected + ", but is " + root.name(),
                        "correct the document, or its name");
                return null;
            }
            return root;
        } catch (XmlException e) {
            problems.add(Problem.unreadable(Archive.shown(document), e));
        } catch (WsdlException e) {
            problems.add(Problem.ofFile(
                    Archive.shown(document),
                    "composite-file-unreadable",
                    String.valueOf(e.getMessage()),
                    "add the file, or correct its name"));
        }
        return null;
    }

    /** True for an element of the name and the interface or implementation of one before it, which counts. */
    private boolean isRepetition(XmlElement element, String name, URI document) {
        String kind = element.name().local();
        XmlElement before = firsts.putIfAbsent(kind + " " + name, element);
        if (before == null) {
            return false;
        }
        String what = "there are two " + kind + "s '" + name + "'";
        if (!described(before).equals(described(element))) {
            problems.add(Archive.shown(document), element, "composite-name-duplicate", what, "rename one of them");
            return false;
        }
        resources.warn(new Problem(
                Archive.shown(document),
                element.line(),
                element.column(),
                "composite-name-duplicate",
                what + " of one " + (kind.equals("component") ? "implementation" : "interface")
                        + ", and the first counts, in line " + before.line(),
                "remove one of them"));
        return true;
    }

    /** The interface or implementation of a service, reference or component. */
    private static List<String> described(XmlElement element) {
        List<String> described = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            String local = child.name().local();
            if (local.startsWith("interface.") || local.startsWith("implementation.")) {
                described.add(local);
                for (String attribute : List.of("interface", "callbackInterface", "src")) {
                    described.add(Objects.requireNonNullElse(child.attributeValue(attribute), ""));
                }
            }
        }
        return described;
    }

    private void readService(String composite, XmlElement element, URI document) {
        String name = elements.name(element, document);
        declared.services.add(name);
        if (isRepetition(element, name, document)) {
            return;
        }
        boolean bySoap = soapInstead.isServed(composite, element, name, document);
        if (unavailable.end(element, UnavailablePart.Kind.SERVICE, name, bySoap)) {
            return;
        }
        String what = "service '" + name + "'";
        Contract contract = contracts.contract(element, what, document);
        if (bySoap) {
            SoapInstead.apply(element, contract, null);
        }
        Map<String, String> properties = new LinkedHashMap<>();
        List<WsBinding> bindings = wsBindings.bindings(element, what, contract, false, properties, document);
        boolean hasOnlyOthers = bindings.isEmpty() && UnavailableParts.hasForeign(element);
        if (contract != null && !hasOnlyOthers) {
            services.putIfAbsent(
                    name, new CompositeService(name, contract, bindings, unmodifiable(properties), element.line()));
        }
    }

    private void readReference(String composite, XmlElement element, URI document) {
        String name = elements.name(element, document);
        declared.references.add(name);
        if (isRepetition(element, name, document)) {
            return;
        }
        String address = soapInstead.address(composite, element, name, document);
        if (unavailable.end(element, UnavailablePart.Kind.REFERENCE, name, address != null)) {
            return;
        }
        String what = "reference '" + name + "'";
        Contract contract = contracts.contract(element, what, document);
        if (address != null) {
            SoapInstead.apply(element, contract, address);
        }
        Map<String, String> properties = new LinkedHashMap<>();
        List<WsBinding> bindings = wsBindings.bindings(element, what, contract, true, properties, document);
        if (contract != null) {
            references.putIfAbsent(
                    name, new CompositeReference(name, contract, bindings, unmodifiable(properties), element.line()));
        }
    }

    private void readComponent(XmlElement element, URI document) {
        String name = elements.name(element, document);
        declared.components.add(name);
        if (isRepetition(element, name, document)) {
            return;
        }
        if (unavailable.component(element, name, document)) {
            return;
        }
        Map<String, String> properties = new LinkedHashMap<>();
        ComponentKind kind = null;
        URI source = null;
        XmlElement inlineType = null;
        boolean implemented = false;
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(SCA)) {
                unavailable.policy(child, name, document);
                continue;
            }
            String local = child.name().local();
            switch (local) {
                case "property" -> elements.property(child, properties, document);
                case "componentType" -> inlineType = child;
                case "business-events" -> events.read(child, name, document);
                default -> {
                    ComponentKind implementing = kind(child);
                    if (implementing != null) {
                        implemented = true;
                        kind = implementing;
                        source = source(child, name, document);
                    } else {
                        problems.add(
                                Archive.shown(document),
                                child,
                                "composite-element-unsupported",
                                "component '" + name + "': <" + local + "> is not supported",
                                "remove it");
                    }
                }
            }
        }
        if (!implemented) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-implementation-missing",
                    "component '" + name + "' has no implementation",
                    "add " + ComponentKinds.implementations("<", ">", "or"));
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
            if (typeFile != null) {
                XmlElement type = parse(typeFile, XmlName.of(SCA, "componentType"));
                if (type == null) {
                    declared.withoutType.add(name);
                } else {
                    // Locations are relative to the composite's folder; some tools write them relative to the file.
                    readComponentType(type, name, typeFile, document, offered, called);
                }
            } else if (!Component.isSubProcess(source.toString())) {
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-component-type-missing",
                        "component '" + name + "': there is no " + name + ".componentType next to "
                                + Archive.shown(source) + " or composite.xml",
                        "add the file");
                declared.withoutType.add(name);
            }
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

    /** The kind of component that an implementation is of; null where it is none, or one that this server does not run. */
    static @Nullable ComponentKind kind(XmlElement implementation) {
        String local = implementation.name().local();
        String src = implementation.attributeValue("src");
        boolean subProcess = src != null && local.startsWith("implementation.") && Component.isSubProcess(src);
        return ComponentKinds.find(subProcess ? OF_SUB_PROCESSES : local);
    }

    private @Nullable URI source(XmlElement implementation, String component, URI document) {
        String src = elements.required(implementation, "src", document);
        URI source = Archive.resolve(document, src);
        if (source == null || !archive.has(source)) {
            problems.add(
                    Archive.shown(document),
                    implementation,
                    "composite-file-missing",
                    "component '" + component + "': there is no file '" + src + "'",
                    "correct the path in src, or add the file");
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
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-element-unsupported",
                        "<" + local + "> is not supported in a component type",
                        "remove it");
                continue;
            }
            String name = elements.required(element, "name", document);
            Contract contract = contracts.contract(
                    element, local + " '" + name + "' of component '" + component + "'", document, base);
            Map<String, Contract> kept = local.equals("service") ? offered : called;
            Contract before = kept.get(name);
            if (before != null && contract != null && before.sameInterfaceAs(contract)) {
                resources.warn(new Problem(
                        Archive.shown(document),
                        element.line(),
                        element.column(),
                        "composite-name-duplicate",
                        "component '" + component + "' has two " + local + "s '" + name + "' with one interface",
                        "remove one of them"));
            } else if (before != null) {
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-name-duplicate",
                        "component '" + component + "' has two " + local + "s '" + name + "'",
                        "rename one of them");
            }
            if (contract != null) {
                kept.put(name, contract);
            } else {
                // Known to be broken: the composite is refused already, and the wires to it are not judged.
                declared.withoutContract.add(new WireEnd(component, name));
            }
        }
    }

    private void readWire(XmlElement element, URI document) {
        XmlElement source = element.element(XmlName.of(SCA, "source.uri"));
        XmlElement target = element.element(XmlName.of(SCA, "target.uri"));
        if (source == null || target == null) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-wire-incomplete",
                    "a wire needs a source.uri and a target.uri",
                    "add the missing one");
            return;
        }
        Wire wire = new Wire(
                WireEnd.parse(source.stringValue().strip()),
                WireEnd.parse(target.stringValue().strip()),
                element.line());
        Wire before = wires.putIfAbsent(List.of(wire.source(), wire.target()), wire);
        if (before != null) {
            resources.warn(new Problem(
                    Archive.shown(document),
                    element.line(),
                    element.column(),
                    "composite-wire-duplicate",
                    "'" + wire.source() + "' is wired to '" + wire.target() + "' twice, first in line " + before.line(),
                    "remove one of the wires"));
        }
    }
}
