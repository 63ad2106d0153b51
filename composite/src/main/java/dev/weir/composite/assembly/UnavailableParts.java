package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.composite.assembly.UnavailablePart.Kind;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bindings, interfaces and implementations that Weir does not have. Strictly, each is a problem; leniently, the
 * part of the composite is marked unavailable, and what else is wrong with it does not matter.
 */
final class UnavailableParts {
    private static final XmlName STATUS = XmlName.of("http://schemas.oracle.com/ws/2006/01/policy", "status");
    /** Policies that protect nothing: without them a service does the same for its callers. */
    private static final Set<String> MANAGEMENT = Set.of("oracle/log_policy");

    private static final String MTOM = "oracle/wsmtom_policy";

    private final boolean lenient;
    private final Problems problems;
    private final List<UnavailablePart> parts = new ArrayList<>();

    UnavailableParts(boolean lenient, Problems problems) {
        this.lenient = lenient;
        this.problems = problems;
    }

    boolean lenient() {
        return lenient;
    }

    List<UnavailablePart> found() {
        return List.copyOf(parts);
    }

    /** True if a component's implementation is none of Weir's; then nothing else of it needs to be read. */
    boolean component(XmlElement component, String name, URI document) {
        for (XmlElement child : component.elements()) {
            String local = child.name().local();
            if (child.name().namespace().equals(SCA)
                    && local.startsWith("implementation.")
                    && Assembler.kind(child) == null) {
                return add(
                        new UnavailablePart(Kind.COMPONENT, name, local, child.line()),
                        child,
                        "composite-implementation-unsupported",
                        "component '" + name + "': <" + local + "> is not supported, only "
                                + ComponentKinds.implementations("", "", "and") + " are",
                        document);
            }
        }
        return false;
    }

    /**
     * True if a service or reference can only be had through what Weir lacks: none of its bindings is binding.ws, or it has
     * no WSDL, or a security policy protects it that is not enforced here; and composites are taken leniently. Its other
     * bindings are left out then.
     *
     * @param bySoap true where {@link SoapInstead} takes the place of the bindings
     */
    boolean end(XmlElement end, Kind kind, String name, boolean bySoap) {
        if (!lenient) {
            return false;
        }
        String policy = securityPolicy(end);
        if (policy != null) {
            parts.add(new UnavailablePart(kind, name, "policy " + policy, end.line()));
            return true;
        }
        XmlElement lacking = foreign(end, bySoap);
        if (lacking == null) {
            return false;
        }
        String element = lacking.name().local();
        boolean works = end.element(XmlName.of(SCA, "binding.ws")) != null
                && end.element(XmlName.of(SCA, "interface.wsdl")) != null;
        parts.add(new UnavailablePart(works ? Kind.ADDITION : kind, name, element, lacking.line()));
        return !works;
    }

    /** True for a service or reference with a binding or interface that Weir does not have. */
    static boolean hasForeign(XmlElement end) {
        return foreign(end, false) != null;
    }

    /** The first binding or interface, of the callbacks too, that Weir does not have; by SOAP bindings do not matter. */
    private static @Nullable XmlElement foreign(XmlElement end, boolean bySoap) {
        List<XmlElement> children = new ArrayList<>(end.elements());
        for (XmlElement callback : end.elements(XmlName.of(SCA, "callback"))) {
            children.addAll(callback.elements());
        }
        for (XmlElement child : children) {
            String local = child.name().local();
            if (child.name().namespace().equals(SCA)
                    && (!bySoap && local.startsWith("binding.") && !local.equals("binding.ws")
                            || local.startsWith("interface.") && !local.equals("interface.wsdl"))) {
                return child;
            }
        }
        return null;
    }

    /** The first security policy of a service or reference, or of one of its bindings; null where there is none. */
    private static @Nullable String securityPolicy(XmlElement end) {
        List<XmlElement> places = new ArrayList<>(List.of(end));
        places.addAll(end.elements());
        for (XmlElement callback : end.elements(XmlName.of(SCA, "callback"))) {
            places.addAll(callback.elements());
        }
        for (XmlElement place : places) {
            for (XmlElement child : place.elements()) {
                String policy = policy(child);
                if (policy != null && !MANAGEMENT.contains(policy)) {
                    return policy;
                }
            }
        }
        return null;
    }

    /** The policy that an element asks for; null for another element, and for a policy that asks for nothing. */
    private static @Nullable String policy(XmlElement element) {
        if (!element.name().local().equals("PolicyReference")) {
            return null;
        }
        XmlAttribute status = element.attribute(STATUS);
        String policy = Objects.requireNonNullElse(element.attributeValue("URI"), "");
        return status != null && status.value().equals("disabled") || asksForNothing(policy) ? null : policy;
    }

    /** A security or other policy that is not enforced must not look as if it were. */
    void policy(XmlElement element, String what, URI document) {
        policy(element, what, document, false);
    }

    /** The same for a policy of a service or reference: leniently it makes that unavailable, see {@link #end}. */
    void policyOfEnd(XmlElement element, String what, URI document) {
        policy(element, what, document, true);
    }

    private void policy(XmlElement element, String what, URI document, boolean ofEnd) {
        String policy = policy(element);
        if (policy == null) {
            return;
        }
        boolean security = !MANAGEMENT.contains(policy);
        if (lenient && !security) {
            parts.add(new UnavailablePart(Kind.ADDITION, what, "policy " + policy, element.line()));
            return;
        }
        problems.add(
                Archive.shown(document),
                element,
                "composite-policy-unsupported",
                "the policy '" + policy + "' cannot be enforced yet",
                "remove the PolicyReference, or set orawsp:status=\"disabled\""
                        + (security
                                ? ofEnd ? ", or deploy with --lenient: messages that reach the part fail then" : ""
                                : ", or deploy with --lenient: nothing is logged then"));
    }

    /** True where one of the children is the policy that binary content goes in parts. */
    static boolean asksForMtom(XmlElement owner) {
        for (XmlElement child : owner.elements()) {
            XmlAttribute status = child.attribute(STATUS);
            if (child.name().local().equals("PolicyReference")
                    && MTOM.equals(child.attributeValue("URI"))
                    && (status == null || !status.value().equals("disabled"))) {
                return true;
            }
        }
        return false;
    }

    /** WS-Addressing is understood in any case, and {@link #asksForMtom} sees to MTOM; the policies {@code oracle/no_…_policy} switch off what others ask for. */
    private static boolean asksForNothing(String policy) {
        return policy.equals("oracle/wsaddr_policy")
                || policy.equals(MTOM)
                || policy.startsWith("oracle/no_") && policy.endsWith("_policy");
    }

    /** A binding beside others, or alone. */
    void binding(XmlElement binding, String what, URI document) {
        if (!lenient) {
            String local = binding.name().local();
            problem(
                    binding,
                    "composite-binding-unsupported",
                    what + ": <" + local + "> is not supported, only binding.ws is",
                    "reach it by SOAP (--soap, or the property " + CompositeValues.SOAP + "), or deploy with --lenient:"
                            + " messages that reach it fail then",
                    document);
        }
    }

    private boolean add(UnavailablePart part, XmlElement at, String rule, String what, URI document) {
        if (lenient) {
            parts.add(part);
        } else {
            problem(at, rule, what, "replace it, or deploy with --lenient: messages that reach it fail then", document);
        }
        return true;
    }

    private void problem(XmlElement at, String rule, String what, String remedy, URI document) {
        problems.add(Archive.shown(document), at, rule, what, remedy);
    }
}
