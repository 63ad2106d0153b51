package dev.weir.composite.sensor;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.EventDefinition;
import dev.weir.composite.assembly.UnavailablePart;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.composite.message.EventMessages;
import dev.weir.composite.message.MessageScope;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.StandIns;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.ComponentPlace;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code sensor.xml} beside composite.xml, and the actions of its sensors. Used once. */
public final class SensorReader {
    static final String FILE = "sensor.xml";

    /** Of a service, reference or component that the composite does not have, or that could not be read. */
    public static final String PLACE_UNKNOWN = "sensor-place-unknown";

    /** Of what sensors may do on Oracle's server and not here. */
    public static final String UNAVAILABLE = "sensor-unavailable";

    private static final int MAX_NAME_CHARS = 200;

    /** What Oracle's designer calls a target that there is none of. */
    private static final Set<String> NO_TARGET = Set.of("", "undefined");

    private static final Set<String> KINDS_OF_PROCESSES = Set.of("activity", "variable", "fault");

    private final Composite composite;
    private final CompositeRevision name;
    private final Problems problems;
    private final CompositeSensors sensors = new CompositeSensors();
    private final Set<String> names = new HashSet<>();

    /** The messages at a place, and where its sensors are collected. */
    private record Place(String name, boolean outside, OperationSensors sensors) {}

    private SensorReader(Composite composite, CompositeRevision name) {
        this.composite = composite;
        this.name = name;
        this.problems = new Problems(FILE, composite.lenient());
    }

    /**
     * The sensors of a composite; {@link CompositeSensors#NONE} where it has none.
     *
     * @param found takes what is wrong with the files
     * @param warnings takes what sensors would do on Oracle's server and do not do here
     */
    public static CompositeSensors read(
            Composite composite, CompositeRevision name, List<Problem> found, List<Problem> warnings) {
        SensorReader reader = new SensorReader(composite, name);
        CompositeSensors read = reader.read();
        found.addAll(reader.problems.list());
        warnings.addAll(reader.problems.warnings());
        return read;
    }

    private CompositeSensors read() {
        boolean ofProcess = SensorsOfProcesses.report(composite, FILE, problems);
        XmlElement root = ofProcess ? null : document(FILE, "sensors");
        if (root == null) {
            return CompositeSensors.NONE;
        }
        Set<String> known = root.elements().stream()
                .map(element -> String.valueOf(element.attributeValue("sensorName")))
                .collect(Collectors.toSet());
        XmlElement actions = document(SensorActions.FILE, "actions");
        Set<String> off = actions == null ? Set.of() : SensorActions.read(actions, known, problems);
        problems.enter(FILE);
        for (XmlElement element : root.elements()) {
            if (element.name().local().equals("sensor")) {
                sensor(element, off);
            } else {
                unknown(element);
            }
        }
        return names.isEmpty() ? CompositeSensors.NONE : sensors;
    }

    /** A document beside composite.xml; null where there is none, or it is wrong. */
    private @Nullable XmlElement document(String file, String expected) {
        URI uri = composite.location().resolve(file);
        problems.enter(Problem.fileOf(uri));
        byte[] bytes;
        try {
            bytes = composite.resources().read(uri);
        } catch (WsdlException e) {
            return null; // most composites have none
        }
        try {
            XmlElement root = XmlElement.parse(bytes);
            if (root.name().local().equals(expected)) {
                return root;
            }
            problems.add(
                    root,
                    "sensor-document-element",
                    "the root element must be " + expected + ", but is " + root.name(),
                    "correct the document");
        } catch (XmlException e) {
            problems.add(Problem.unreadable(problems.file(), e));
        }
        return null;
    }

    private void sensor(XmlElement element, Set<String> off) {
        known(element, Set.of("sensorName", "kind", "target", "filter"));
        String sensor = required(element, "sensorName");
        String kind = required(element, "kind");
        if (sensor.isEmpty() || kind.isEmpty()) {
            return;
        }
        if (!names.add(sensor)) {
            problems.add(
                    element, "sensor-name-duplicate", "there are two sensors '" + sensor + "'", "rename one of them");
            return;
        }
        if (sensor.indexOf('=') >= 0 || sensor.length() > MAX_NAME_CHARS) {
            problems.add(
                    element,
                    "sensor-name",
                    "instances cannot be searched by '" + sensor + "': a name has no = and at most " + MAX_NAME_CHARS
                            + " characters",
                    "rename the sensor");
            return;
        }
        String target = element.attributeValue("target");
        if (target != null && !NO_TARGET.contains(target.strip())) {
            tolerable(element, "the target '" + target + "' of the sensor '" + sensor + "' is not supported");
        }
        if (KINDS_OF_PROCESSES.contains(kind)) {
            unavailable(element, "the sensor '" + sensor + "' looks into a process (" + kind + "): it never fires");
            return;
        }
        String expected = switch (kind) {
            case "service" -> "serviceConfig";
            case "reference" -> "referenceConfig";
            case "event" -> "eventConfig";
            default -> "";
        };
        if (expected.isEmpty()) {
            problems.add(
                    element,
                    "sensor-kind",
                    "the sensor '" + sensor + "' is of the kind '" + kind + "'; there are service, reference and event",
                    "write one of the three");
            return;
        }
        XmlElement config = null;
        for (XmlElement child : element.elements()) {
            if (config == null && child.name().local().equals(expected)) {
                config = child;
            } else {
                unknown(child);
            }
        }
        if (config == null) {
            problems.add(
                    element,
                    "sensor-config-missing",
                    "the sensor '" + sensor + "' of the kind " + kind + " has no <" + expected + ">",
                    "add one");
            return;
        }
        Place place = place(config, kind);
        if (place != null) {
            sensor(sensor, element, config, place, off.contains(sensor));
        }
    }

    private void sensor(String sensor, XmlElement element, XmlElement config, Place place, boolean off) {
        Map<String, XmlName> headers = new HashMap<>();
        XPathFunctions functions = OracleFunctions.SYSTEM.at(
                new ComponentPlace(name.partition(), name.name(), name.revision(), place.name()));
        XPathExpression expression = compile(required(config, "expression"), config, functions, place, headers);
        String text = element.attributeValue("filter");
        XPathExpression filter = null;
        if (text != null && !text.isBlank()) {
            filter = compile(text.strip(), element, functions, place, headers);
            if (filter == null) {
                return;
            }
        }
        if (expression != null && !off) {
            place.sensors().add(new Sensor(sensor, element.line(), expression, filter), headers);
        }
    }

    // Places

    private @Nullable Place place(XmlElement config, String kind) {
        return switch (kind) {
            case "service" -> {
                String service = ofOperation(config, "service");
                CompositeService offered = composite.services().get(service);
                yield operation(
                        config, kind, service, offered == null ? null : offered.contract(), sensors.service(service));
            }
            case "reference" -> {
                String reference = ofOperation(config, "reference");
                CompositeReference called = composite.references().get(reference);
                yield operation(
                        config,
                        kind,
                        reference,
                        called == null ? null : called.contract(),
                        sensors.reference(reference));
            }
            default -> event(config);
        };
    }

    private String ofOperation(XmlElement config, String attribute) {
        known(config, Set.of(attribute, "operation", "expression", "outputDataType", "outputNamespace"));
        return required(config, attribute);
    }

    private @Nullable Place operation(
            XmlElement config,
            String kind,
            String end,
            @Nullable Contract contract,
            Map<String, OperationSensors> byOperation) {
        String wanted = required(config, "operation");
        if (end.isEmpty() || wanted.isEmpty()) {
            return null;
        }
        if (contract == null) {
            missing(config, kind, end, new WireEnd(null, end));
            return null;
        }
        Operation operation = contract.portType().operation(wanted);
        if (operation == null) {
            boolean back = contract.callback() != null && contract.callback().operation(wanted) != null;
            problems.add(
                    config,
                    back ? UNAVAILABLE : "sensor-operation-unknown",
                    back
                            ? "the operation '" + wanted + "' of the " + kind + " '" + end
                                    + "' is one of its callbacks, at which sensors are not supported"
                            : "the " + kind + " '" + end + "' has no operation '" + wanted + "'; it has "
                                    + contract.portType().operations().stream()
                                            .map(Operation::name)
                                            .collect(Collectors.joining(", ")),
                    back ? "remove the sensor" : "correct the name");
            return null;
        }
        OperationSensors at = byOperation.computeIfAbsent(
                wanted, none -> new OperationSensors(operation.input(), operation.output()));
        return new Place(end, kind.equals("service"), at);
    }

    private @Nullable Place event(XmlElement config) {
        known(config, Set.of("component", "event", "expression", "actionType", "outputDataType", "outputNamespace"));
        String wanted = required(config, "component");
        String text = required(config, "event");
        if (wanted.isEmpty() || text.isEmpty()) {
            return null;
        }
        if (String.valueOf(config.attributeValue("actionType")).strip().startsWith("publish")) {
            problems.add(
                    config,
                    UNAVAILABLE,
                    "there are no sensors for events that a component publishes, only for those that come to it",
                    "remove the sensor, or let it look at a subscriber");
            return null;
        }
        Component component = composite.components().get(wanted);
        if (component == null) {
            missing(config, "component", wanted, new WireEnd(wanted, ""));
            return null;
        }
        XmlName event;
        try {
            event = config.resolveQName(text);
        } catch (XmlException e) {
            problems.add(
                    config,
                    "sensor-event",
                    "the event '" + text + "' is not a QName with a declared prefix",
                    "declare its prefix");
            return null;
        }
        EventDefinition definition = composite.events().definitions().get(event);
        boolean subscribed = composite.events().of(wanted).stream()
                .anyMatch(subscription -> subscription.event().equals(event));
        if (definition == null || !subscribed) {
            problems.add(
                    config,
                    "sensor-event-unknown",
                    "component '" + wanted + "' has not subscribed to the event " + event,
                    "correct the name, or subscribe the component");
            return null;
        }
        OperationSensors at = sensors.component(wanted)
                .computeIfAbsent(event, none -> new OperationSensors(EventMessages.type(definition), null));
        return new Place(wanted, false, at);
    }

    /** One that cannot be had is reported already, or left out as people wish. */
    private void missing(XmlElement config, String kind, String end, WireEnd at) {
        UnavailablePart part = composite.unavailable(at);
        if (part != null) {
            problems.warn(
                    config,
                    UNAVAILABLE,
                    "no message comes to the " + kind + " '" + end + "', since " + part.what()
                            + " is not supported: its sensor never fires",
                    "replace the " + kind);
            return;
        }
        problems.add(
                config, PLACE_UNKNOWN, "there is no " + kind + " '" + end + "' in the composite", "correct the name");
    }

    // Expressions

    private @Nullable XPathExpression compile(
            String text, XmlElement element, XPathFunctions functions, Place place, Map<String, XmlName> headers) {
        if (text.isEmpty()) {
            return null;
        }
        XPathExpression expression;
        StandIns standIns = new StandIns(functions);
        try {
            expression = XPathExpression.compile(text, element::lookupNamespace, standIns);
        } catch (XPathException e) {
            Problem problem = InvalidExpression.problem(e, problems.file(), element);
            problems.tolerable(problem);
            return XPathExpression.failing(text, problem.what());
        }
        standIns.report(problems, element);
        boolean known = true;
        for (String variable : expression.variables()) {
            known &= known(variable, element, place, headers);
        }
        return known ? expression : null;
    }

    private boolean known(String variable, XmlElement element, Place place, Map<String, XmlName> headers) {
        int dot = variable.indexOf('.');
        String word = dot < 0 ? variable : variable.substring(0, dot);
        MessageType type = place.sensors().type(word);
        if (type == null) {
            problems.add(
                    element,
                    "sensor-variable-unknown",
                    word.equals("out")
                            ? "there is no $" + variable + ": nothing is answered here"
                            : "there is no variable $" + variable + " here; $in.PART"
                                    + (place.sensors().type("out") == null ? "" : ", $out.PART")
                                    + ", $in.property.NAME and $in.header.PREFIX_NAME are known",
                    "correct the name");
            return false;
        }
        String part = variable.substring(dot + 1);
        if (dot >= 0 && part.startsWith(MessageScope.PROPERTY)) {
            property(part.substring(MessageScope.PROPERTY.length()), word, element, place);
            return true;
        }
        if (dot >= 0 && part.startsWith(MessageScope.HEADER)) {
            return header(part.substring(MessageScope.HEADER.length()), element, headers);
        }
        if (dot < 0 ? type.parts().size() == 1 : type.part(part) != null) {
            return true;
        }
        String parts = type.parts().stream().map(Part::name).collect(Collectors.joining(", "));
        problems.add(
                element,
                "sensor-part-unknown",
                (dot < 0
                                ? "$" + word + " needs the name of a part"
                                : "$" + variable + ": there is no part '" + part + "'")
                        + " of the message " + type.name() + ", which has " + (parts.isEmpty() ? "none" : parts),
                "correct the name of the part");
        return false;
    }

    /** SOAP has no place for properties: those of addressing come with requests, and those that this server gives them. */
    private void property(String property, String word, XmlElement element, Place place) {
        if (place.outside() && word.equals("in") && !MessageProperties.comesBySoap(property)) {
            problems.warn(
                    element,
                    UNAVAILABLE,
                    "the property " + property + " will never come: the service is called by SOAP",
                    "look at a header block, or at the message");
        }
    }

    /** A header block is named by the prefix of its namespace, an underscore, and its local name. */
    private boolean header(String text, XmlElement element, Map<String, XmlName> headers) {
        int underscore = text.indexOf('_');
        String uri = underscore < 0 ? null : element.lookupNamespace(text.substring(0, underscore));
        if (uri == null) {
            problems.add(
                    element,
                    "sensor-header-unknown",
                    "the header block '" + text + "' must be PREFIX_NAME, with a prefix that is bound here",
                    "correct it, or declare the prefix");
            return false;
        }
        headers.put(text, XmlName.of(uri, text.substring(underscore + 1)));
        return true;
    }

    // Elements and attributes

    private String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            problems.add(
                    element,
                    "sensor-attribute-missing",
                    "<" + element.name().local() + "> needs the attribute " + attribute,
                    "add it");
            return "";
        }
        return value.strip();
    }

    private void known(XmlElement element, Set<String> attributes) {
        for (var at = element.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            if (at.name().namespace().isEmpty()
                    && !attributes.contains(at.name().local())) {
                tolerable(
                        element,
                        "the attribute " + at.name().local() + " of <"
                                + element.name().local() + "> is not supported");
            }
        }
    }

    private void unknown(XmlElement element) {
        tolerable(element, "<" + element.name().local() + "> is not supported here");
    }

    private void tolerable(XmlElement element, String what) {
        problems.tolerable(new Problem(
                problems.file(),
                element.line(),
                element.column(),
                "sensor-unsupported",
                what,
                "remove it, or deploy with --lenient: it is left out then"));
    }

    private void unavailable(XmlElement element, String what) {
        problems.warn(element, UNAVAILABLE, what, "remove it");
    }
}
