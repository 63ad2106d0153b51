package dev.weir.composite.assembly;

import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that each wire connects a caller to a callee with a compatible contract, and that no source has two.
 */
final class WireCheck {
    private final Map<String, CompositeService> services;
    private final Map<String, Component> components;
    private final Map<String, CompositeReference> references;
    private final DeclaredNames declared;
    private final Problems problems;

    WireCheck(
            Map<String, CompositeService> services,
            Map<String, Component> components,
            Map<String, CompositeReference> references,
            DeclaredNames declared,
            Problems problems) {
        this.services = services;
        this.components = components;
        this.references = references;
        this.declared = declared;
        this.problems = problems;
    }

    void check(Collection<Wire> wires, URI document) {
        Map<WireEnd, Integer> sources = new HashMap<>();
        for (Wire wire : wires) {
            Integer before = sources.putIfAbsent(wire.source(), wire.line());
            if (before != null) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-duplicate",
                        "'" + wire.source() + "' is wired twice, first in line " + before,
                        "remove one of the wires: one source has one target"));
            }
            Contract calls = sourceContract(wire, document);
            Contract offers = targetContract(wire, document);
            if (calls != null && offers != null) {
                checkCompatible(wire, calls, offers, document);
            }
        }
    }

    private @Nullable Contract sourceContract(Wire wire, URI document) {
        WireEnd end = wire.source();
        String component = end.component();
        if (component == null) {
            CompositeService service = services.get(end.name());
            if (service == null && !declared.services.contains(end.name())) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-unknown",
                        "the wire's source '" + end + "' is no service of the composite",
                        "correct the wire, or declare the service"));
            }
            return service == null ? null : service.contract();
        }
        Component from = components.get(component);
        if (from == null) {
            if (!declared.components.contains(component)) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-unknown",
                        "the wire's source '" + end + "' names no component of the composite",
                        "correct the wire, or declare the component"));
            }
            return null;
        }
        Contract contract = from.references().get(end.name());
        if (contract == null && declared.judged(end)) {
            problems.add(new Problem(
                    Archive.shown(document),
                    wire.line(),
                    0,
                    "composite-wire-unknown",
                    "the wire's source '" + end + "' is no reference of component '" + component + "', which has "
                            + listed(from.references()),
                    "correct the wire, or the component type"));
        }
        return contract;
    }

    private @Nullable Contract targetContract(Wire wire, URI document) {
        WireEnd end = wire.target();
        String component = end.component();
        if (component == null) {
            CompositeReference reference = references.get(end.name());
            if (reference == null && !declared.references.contains(end.name())) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-unknown",
                        "the wire's target '" + end + "' is no reference of the composite",
                        "correct the wire, or declare the reference"));
            }
            return reference == null ? null : reference.contract();
        }
        Component to = components.get(component);
        if (to == null) {
            if (!declared.components.contains(component)) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-unknown",
                        "the wire's target '" + end + "' names no component of the composite",
                        "correct the wire, or declare the component"));
            }
            return null;
        }
        Contract contract = to.services().get(end.name());
        if (contract == null && declared.judged(end)) {
            problems.add(new Problem(
                    Archive.shown(document),
                    wire.line(),
                    0,
                    "composite-wire-unknown",
                    "the wire's target '" + end + "' is no service of component '" + component + "', which has "
                            + listed(to.services()),
                    "correct the wire, or the component type"));
        }
        return contract;
    }

    private static String listed(Map<String, Contract> contracts) {
        return contracts.isEmpty() ? "none" : String.join(", ", contracts.keySet());
    }

    /** Verifies that the callee offers all operations of the caller, with the same names and with the same messages. */
    private void checkCompatible(Wire wire, Contract calls, Contract offers, URI document) {
        if (calls.portType().name().equals(offers.portType().name())) {
            return;
        }
        for (Operation called : calls.portType().operations()) {
            Operation offered = offers.portType().operation(called.name());
            if (offered == null || !sameMessages(called, offered)) {
                problems.add(new Problem(
                        Archive.shown(document),
                        wire.line(),
                        0,
                        "composite-wire-incompatible",
                        "'" + wire.source() + "' calls the port type "
                                + calls.portType().name() + ", but '"
                                + wire.target() + "' offers "
                                + offers.portType().name() + ", which has "
                                + (offered == null ? "no operation '" : "other messages for the operation '")
                                + called.name() + "'",
                        "wire to a component or reference of the same interface"));
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
}
