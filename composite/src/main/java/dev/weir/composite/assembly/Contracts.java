package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.MissingDocumentException;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Duplicates;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the port types that interface.wsdl elements name, in the WSDL that is imported or pointed at. */
final class Contracts {
    private static final Pattern INTERFACE = Pattern.compile("(.*)#wsdl\\.interface\\(([^()/]+)\\)");

    private final Archive archive;
    private final CompositeResources resources;
    private final ElementReader elements;
    private final Problems problems;
    /** Documents by location; null for one that cannot be read, which is reported once. */
    private final Map<URI, @Nullable Wsdl> wsdls = new LinkedHashMap<>();

    /** What those lack that cannot be read because a document is missing. */
    private final Map<URI, MissingDocumentException> missing = new HashMap<>();

    private final Map<String, List<URI>> imports = new LinkedHashMap<>();
    private final EventDefinitions events;

    Contracts(Archive archive, CompositeResources resources, ElementReader elements, Problems problems) {
        this.archive = archive;
        this.resources = resources;
        this.elements = elements;
        this.problems = problems;
        this.events = new EventDefinitions(resources, problems);
    }

    /** The events that imported documents define, by name. */
    Map<XmlName, EventDefinition> events() {
        return events.events();
    }

    void readImport(XmlElement element, URI document) {
        // Without a namespace it is looked into last, whatever is wanted.
        String namespace = Objects.requireNonNullElse(element.attributeValue("namespace"), "");
        String location = elements.required(element, "location", document);
        URI uri = Archive.resolve(document, location);
        if (uri == null) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-location",
                    "the location '" + location + "' is not a URI",
                    "correct the location");
            return;
        }
        String type = Objects.requireNonNullElse(element.attributeValue("importType"), "wsdl");
        if (!type.equals("wsdl") && !type.equals("edl")) {
            // Oracle's server does not look at it; the document says what it is.
            resources.warn(new Problem(
                    Archive.shown(document),
                    element.line(),
                    element.column(),
                    "composite-import-type",
                    "importType '" + type + "' is not known: the document is read as what it is",
                    "write wsdl or edl"));
            type = events.isEventDocument(uri) ? "edl" : "wsdl";
        }
        if (type.equals("edl")) {
            events.read(uri, element, document);
            return;
        }
        imports.computeIfAbsent(namespace, ignored -> new ArrayList<>()).add(uri);
    }

    @Nullable Contract contract(XmlElement owner, String what, URI document) {
        return contract(owner, what, document, document);
    }

    /** @param base what locations are relative to */
    @Nullable Contract contract(XmlElement owner, String what, URI document, URI base) {
        XmlElement wsdlInterface = null;
        for (XmlElement child : owner.elements()) {
            String local = child.name().local();
            if (!child.name().namespace().equals(SCA) || !local.startsWith("interface.")) {
                continue;
            }
            if (!local.equals("interface.wsdl")) {
                problems.add(
                        Archive.shown(document),
                        child,
                        "composite-interface-unsupported",
                        what + ": <" + local + "> is not supported, only interface.wsdl is",
                        "describe the interface by a WSDL, in <interface.wsdl>");
                return null;
            }
            wsdlInterface = child;
        }
        if (wsdlInterface == null) {
            problems.add(
                    Archive.shown(document),
                    owner,
                    "composite-interface-missing",
                    what + " has no interface.wsdl",
                    "add <interface.wsdl>");
            return null;
        }
        XmlName name = portTypeName(wsdlInterface, "interface", what, document);
        if (name == null) {
            return null;
        }
        String hint = owner.attribute(ElementReader.WSDL_LOCATION) == null
                ? null
                : Objects.requireNonNull(owner.attribute(ElementReader.WSDL_LOCATION))
                        .value();
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

    /**
     * The documents that could be read, those that a contract was found in first, then other imports of composite.xml. One
     * that cannot be read and holds no contract is not needed here: a process that uses it says what it misses.
     */
    List<URI> documents() {
        Set<URI> documents = new LinkedHashSet<>();
        wsdls.forEach((location, wsdl) -> {
            if (wsdl != null) {
                documents.add(location);
            }
        });
        imports.values().stream()
                .flatMap(List::stream)
                .filter(location -> !wsdls.containsKey(location) && isReadable(location))
                .forEach(documents::add);
        return List.copyOf(documents);
    }

    private boolean isReadable(URI location) {
        try {
            Wsdl.read(location, resources, Duplicates.FIRST_COUNTS);
            return true;
        } catch (WsdlException | XmlException e) {
            return false;
        }
    }

    private @Nullable XmlName portTypeName(XmlElement element, String attribute, String what, URI document) {
        String text = elements.required(element, attribute, document);
        Matcher matcher = INTERFACE.matcher(text);
        if (!matcher.matches()) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-interface",
                    what + ": " + attribute + " must be NAMESPACE#wsdl.interface(PORTTYPE), but is '" + text + "'",
                    "correct it");
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
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-location",
                        what + ": ui:wsdlLocation '" + hint + "' is not a URI",
                        "correct the location");
                return null;
            }
            places.add(!archive.has(uri) && archive.has(beside) ? beside : uri);
        }
        for (String namespace : List.of(portType.namespace(), "")) {
            for (URI imported : imports.getOrDefault(namespace, List.of())) {
                if (!places.contains(imported)) {
                    places.add(imported);
                }
            }
        }
        if (places.isEmpty()) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-wsdl-unknown",
                    what + ": no WSDL is known for the port type " + portType,
                    "add ui:wsdlLocation here or an <import> of its namespace to composite.xml");
            return null;
        }
        boolean unreadable = false;
        List<MissingDocumentException> lacking = new ArrayList<>();
        for (URI place : places) {
            Wsdl wsdl = located(place, element, what, document);
            MissingDocumentException why = missing.get(place);
            if (why != null) {
                lacking.add(why);
            } else if (wsdl == null) {
                unreadable = true;
            } else if (wsdl.portType(portType) != null) {
                lacking.forEach(each -> warn(each, element, what, document));
                return wsdl;
            }
        }
        lacking.forEach(each -> report(each, element, what, document));
        if (!unreadable && lacking.isEmpty()) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-port-type-unknown",
                    what + ": there is no port type " + portType + " in "
                            + String.join(
                                    ", ", places.stream().map(Archive::shown).toList()),
                    "correct the interface, or the WSDL");
        }
        return null;
    }

    /** The document at a place; null for one that cannot be read, with a problem that says why. */
    @Nullable Wsdl wsdl(URI location, XmlElement element, String what, URI document) {
        Wsdl wsdl = located(location, element, what, document);
        MissingDocumentException why = missing.get(location);
        if (why != null) {
            report(why, element, what, document);
        }
        return wsdl;
    }

    /** The same, but that a document is {@link #missing} is not reported. */
    @Nullable Wsdl located(URI location, XmlElement element, String what, URI document) {
        if (wsdls.containsKey(location)) {
            return wsdls.get(location);
        }
        Wsdl wsdl = null;
        try {
            wsdl = Wsdl.read(location, resources, Duplicates.FIRST_COUNTS);
            wsdl.conflicts().forEach(resources::warn);
        } catch (MissingDocumentException e) {
            missing.put(location, e);
        } catch (WsdlException | XmlException e) {
            List<Problem> inDocument = e instanceof WsdlException wsdlProblem
                    ? wsdlProblem.problems()
                    : List.of(Problem.unreadable(Archive.shown(location), (XmlException) e));
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-wsdl-unreadable",
                    what + ": cannot read the WSDL " + Archive.shown(location)
                            + (inDocument.isEmpty() ? ": " + e.getMessage() : ""),
                    inDocument.isEmpty() ? "correct the location, or add the document" : "correct the document");
            problems.addAll(inDocument);
        }
        wsdls.put(location, wsdl);
        return wsdl;
    }

    /** Why a document that was {@link #located} is not there; null where it is, or has problems of its own. */
    @Nullable MissingDocumentException missing(URI location) {
        return missing.get(location);
    }

    /** Deployed nevertheless: what the document would say is known from elsewhere, or asked for when it is reached. */
    private void warn(MissingDocumentException why, XmlElement element, String what, URI document) {
        resources.warn(MissingDocument.needed(why.reason(), Archive.shown(document), element.line(), what));
    }

    private void report(MissingDocumentException why, XmlElement element, String what, URI document) {
        problems.add(MissingDocument.needed(why.reason(), Archive.shown(document), element.line(), what));
        problems.addAll(why.problems());
    }
}
