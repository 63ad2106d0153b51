package dev.weir.composite.fault;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code fault-bindings.xml} and the policies that it names: the files that the composite's properties say, else
 * those beside composite.xml. Used once.
 */
public final class FaultBindings {
    private static final Logger LOG = System.getLogger(FaultBindings.class.getName());
    private static final String POLICY_FILE = "oracle.composite.faultPolicyFile";
    private static final String BINDING_FILE = "oracle.composite.faultBindingFile";

    private final Composite source;
    private final Problems problems;
    private final FaultPolicyReader reader;
    private Map<String, FaultPolicy> policies = Map.of();
    private @Nullable FaultPolicy composite;
    private final Map<String, FaultPolicy> components = new HashMap<>();
    private final Map<String, FaultPolicy> references = new HashMap<>();
    private final Map<XmlName, FaultPolicy> portTypes = new HashMap<>();

    private FaultBindings(Composite source, Problems problems) {
        this.source = source;
        this.problems = problems;
        this.reader = new FaultPolicyReader(problems);
    }

    /**
     * The fault policies of a composite; {@link FaultPolicies#NONE} where nothing is bound.
     *
     * @param found takes what is wrong with the files
     * @param warnings takes what will show when a fault comes to it, and not before
     */
    public static FaultPolicies read(Composite composite, List<Problem> found, List<Problem> warnings) {
        Problems problems = new Problems("fault-policies.xml", composite.lenient());
        FaultPolicies read = new FaultBindings(composite, problems).read();
        found.addAll(problems.list());
        warnings.addAll(problems.warnings());
        return read;
    }

    private FaultPolicies read() {
        XmlElement policyFile = document(POLICY_FILE, "fault-policies.xml", "faultPolicies");
        String file = problems.file();
        if (policyFile != null) {
            policies = reader.read(policyFile);
        }
        XmlElement bindings = document(BINDING_FILE, "fault-bindings.xml", "faultPolicyBindings");
        if (bindings == null) {
            return FaultPolicies.NONE;
        }
        bindings.elements().forEach(this::binding);
        problems.enter(file);
        return new FaultPolicies(composite, components, references, portTypes);
    }

    /** The document that a property names, or one of the usual name; null where there is none. */
    private @Nullable XmlElement document(String property, String usual, String expected) {
        String named = source.properties().get(property);
        URI uri;
        try {
            uri = source.location()
                    .resolve(named == null ? usual : named.strip().replace(" ", "%20"));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofFile(
                    "composite.xml",
                    "fault-policy-location",
                    "the property " + property + " is not a URI",
                    "correct it"));
            return null;
        }
        problems.enter(Problem.fileOf(uri));
        byte[] bytes;
        try {
            bytes = source.resources().read(uri);
        } catch (WsdlException e) {
            if (named != null) {
                problems.add(Problem.ofFile(
                        problems.file(),
                        "fault-policy-file-missing",
                        "the property " + property + " names it, and it cannot be read: " + e.getMessage(),
                        "add the file, or correct the property"));
            }
            return null;
        }
        try {
            XmlElement root = XmlElement.parse(bytes);
            if (root.name().local().equals(expected)) {
                return root;
            }
            problems.add(
                    root,
                    "fault-policy-document-element",
                    "the root element must be " + expected + ", but is " + root.name(),
                    "correct the document");
        } catch (XmlException e) {
            problems.add(Problem.unreadable(problems.file(), e));
        }
        return null;
    }

    private void binding(XmlElement element) {
        switch (element.name().local()) {
            case "composite", "process" -> composite = policy(element);
            case "component" -> bind(element, components);
            case "reference", "partnerLink" -> bind(element, references);
            case "service" ->
                problems.warn(
                        element,
                        "fault-binding-service",
                        "policies of services are for messages that inbound adapters reject, which Weir does not have:"
                                + " the binding has no effect",
                        "remove the binding");
            default -> FaultPolicyReader.unknown(element, problems);
        }
    }

    private void bind(XmlElement element, Map<String, FaultPolicy> byName) {
        FaultPolicy policy = policy(element);
        for (XmlElement child : element.elements()) {
            String text = child.stringValue().strip();
            switch (child.name().local()) {
                case "name" -> {
                    if (!isKnown(text, byName == components)) {
                        LOG.log(
                                Level.WARNING,
                                "{0}:{1} binds a fault policy to {2}, which {3} does not have",
                                problems.file(),
                                Integer.toString(child.line()),
                                text,
                                source.id());
                    }
                    put(byName, text, policy);
                }
                case "portType" -> portType(child, text, policy);
                default -> FaultPolicyReader.unknown(child, problems);
            }
        }
    }

    private void portType(XmlElement element, String text, @Nullable FaultPolicy policy) {
        try {
            put(portTypes, element.resolveQName(text), policy);
        } catch (XmlException e) {
            problems.add(
                    element,
                    "fault-policy-name",
                    "the port type '" + text + "' is not a QName with a declared prefix",
                    "declare its prefix");
        }
    }

    private static <K> void put(Map<K, FaultPolicy> map, K key, @Nullable FaultPolicy policy) {
        if (policy != null) {
            map.putIfAbsent(key, policy);
        }
    }

    /** A file for several composites may name what this one does not have. */
    private boolean isKnown(String name, boolean component) {
        if (component) {
            return source.components().containsKey(name);
        }
        return source.references().containsKey(name)
                || source.components().values().stream()
                        .map(Component::references)
                        .anyMatch(links -> links.containsKey(name));
    }

    private @Nullable FaultPolicy policy(XmlElement element) {
        String id = FaultPolicyReader.required(element, "faultPolicy", problems);
        FaultPolicy policy = policies.get(id);
        if (policy != null) {
            reader.require(id);
        } else if (!id.isEmpty()) {
            problems.add(
                    element,
                    "fault-policy-unknown",
                    "there is no fault policy '" + id + "'",
                    "add it to the file of policies, or correct the name");
        }
        return policy;
    }
}
