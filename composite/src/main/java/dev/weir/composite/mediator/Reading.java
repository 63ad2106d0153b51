package dev.weir.composite.mediator;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Contract;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.xquery.XQuery;
import dev.weir.xpath.xquery.XQueryException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the readers of one plan share: the component, the problems, the documents found so far. */
final class Reading {
    private static final String MEDIATOR = "http://xmlns.oracle.com/sca/1.0/mediator";

    final Component mediator;
    final Composite composite;
    final XPathFunctions functions;
    final Problems problems;
    final Map<URI, Stylesheet> stylesheets = new LinkedHashMap<>();
    /** The expanded names of header blocks, by what stands behind {@code header.} in expressions. */
    final Map<String, XmlName> headers = new LinkedHashMap<>();

    /** Variables that translations from and to native formats would set: what names them fails. */
    final Set<String> translations = new HashSet<>();

    private final String file;

    /**
     * An operation or event handler that is being read.
     *
     * @param contract null for an event
     * @param operation null for an event
     */
    record Owner(@Nullable Contract contract, @Nullable Operation operation, MessageType input) {
        @Nullable MessageType output() {
            return operation == null ? null : operation.output();
        }

        @Nullable OperationFault fault(String name) {
            return operation == null ? null : Reading.fault(operation, name);
        }

        /** The name of a place, for messages. */
        String what() {
            return operation == null
                    ? "event handler for '" + input.name().local() + "'"
                    : "operation '" + operation.name() + "'";
        }
    }

    Reading(Component mediator, Composite composite, XPathFunctions functions) {
        this.mediator = mediator;
        this.composite = composite;
        this.functions = functions;
        this.file = Problem.fileOf(mediator.source());
        this.problems = new Problems(file, composite.lenient());
    }

    String file() {
        return file;
    }

    // Documents

    /** A stylesheet; one that is not there fails when it is reached. */
    Stylesheet stylesheet(String location, XmlElement element) {
        URI found = locate(location);
        if (found == null) {
            problems.warn(
                    element,
                    "mediator-stylesheet-missing",
                    "there is no stylesheet '" + location + "'",
                    "correct the path, or add the file: until then it fails when it is reached");
            return Stylesheet.missing(location);
        }
        return stylesheets.computeIfAbsent(found, uri -> Stylesheet.at(uri, composite.resources(), functions));
    }

    /** A query; null, with its problems reported, where it cannot be compiled. */
    @Nullable XQuery query(String location, XmlElement element) {
        URI found = locate(location);
        if (found == null) {
            problems.warn(
                    element,
                    "mediator-query-missing",
                    "there is no query '" + location + "'",
                    "correct the path, or add the file: until then it fails when it is reached");
            return null;
        }
        try {
            return XQuery.compile(
                    found,
                    composite.resources(),
                    functions,
                    problem -> UnavailableCallException.report(problem, problems));
        } catch (XQueryException e) {
            e.problems().forEach(problems::tolerable);
            return null;
        }
    }

    /** What Weir has no support for: a problem, or leniently what fails when it is reached. */
    Action unavailable(XmlElement element, String what) {
        problems.tolerable(new Problem(
                file,
                element.line(),
                element.column(),
                "mediator-unavailable",
                what,
                "replace it, or deploy with --lenient: it fails when it is reached then"));
        return new Action.Unavailable(place(element), what);
    }

    /** Variables of translations, which expressions of the operation may name. */
    void translated(XmlElement translation) {
        unavailable(translation, "translations between XML and native formats (nXSD) are not supported");
        String output = translation.attributeValue("output");
        if (output != null && output.strip().startsWith("$")) {
            translations.add(output.strip().substring(1));
        }
    }

    /** A location is relative to the plan; some tools write it relative to the composite. */
    @Nullable URI locate(String location) {
        for (URI base : List.of(mediator.source(), composite.location())) {
            try {
                URI uri = base.resolve(new URI(location.replace(" ", "%20")));
                if (composite.resources().read(uri).length > 0) {
                    return uri;
                }
            } catch (URISyntaxException | WsdlException e) {
                // Not there: the caller reports a document that is nowhere.
            }
        }
        return null;
    }

    // Elements and attributes

    static XmlName name(String local) {
        return XmlName.of(MEDIATOR, local);
    }

    static boolean is(XmlElement element, String local) {
        return element.name().equals(name(local));
    }

    boolean flag(XmlElement element, String attribute) {
        String value = Objects.requireNonNullElse(element.attributeValue(attribute), "false");
        if (!value.equals("true") && !value.equals("false")) {
            problems.add(
                    element,
                    "mediator-attribute-value",
                    attribute + " must be true or false, but is '" + value + "'",
                    "write true or false");
        }
        return value.equals("true");
    }

    String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problems.add(
                    element,
                    "mediator-attribute-missing",
                    "<" + element.name().local() + "> needs the attribute " + attribute,
                    "add it");
            return "";
        }
        return value.strip();
    }

    /** A name with a prefix, in an attribute. */
    @Nullable XmlName qname(XmlElement element, String attribute) {
        String value = required(element, attribute);
        if (value.isEmpty()) {
            return null;
        }
        int colon = value.indexOf(':');
        String uri = colon < 0 ? "" : element.lookupNamespace(value.substring(0, colon));
        if (uri == null) {
            problems.add(
                    element,
                    "mediator-prefix-unbound",
                    "the prefix of '" + value + "' is not bound to a namespace",
                    "declare the prefix");
            return null;
        }
        return XmlName.of(uri, value.substring(colon + 1));
    }

    /** Refuses attributes that would otherwise be ignored. */
    void known(XmlElement element, List<String> attributes) {
        for (var at = element.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            if (at.name().namespace().isEmpty()
                    && !attributes.contains(at.name().local())) {
                problems.add(
                        element,
                        "mediator-unsupported",
                        "the attribute " + at.name().local() + " of <"
                                + element.name().local() + "> is not supported",
                        "remove it");
            }
        }
    }

    void refuse(XmlElement element, String where) {
        problems.add(
                element,
                "mediator-unsupported",
                "<" + element.name().local() + "> " + where + " is not supported",
                "remove it");
    }

    void missing(XmlElement element, String what) {
        problems.add(element, "mediator-element-missing", what, "add one");
    }

    void duplicate(XmlElement element, String what) {
        problems.add(element, "mediator-duplicate", what, "remove one of them");
    }

    String place(XmlElement element) {
        return file + ":" + element.line();
    }

    // Contracts

    static @Nullable OperationFault fault(Operation operation, String name) {
        for (OperationFault fault : operation.faults()) {
            if (fault.name().equals(name)) {
                return fault;
            }
        }
        return null;
    }

    static String listed(MessageType type) {
        return type.parts().isEmpty()
                ? "none"
                : String.join(", ", type.parts().stream().map(Part::name).toList());
    }

    static String message(RuntimeException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
