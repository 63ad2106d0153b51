package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Property;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which properties of messages have a way to go. Between components every property is carried. SOAP has no place for
 * them: it gives those of WS-Addressing, and takes the address of a call. A process that wants others of it can be
 * deployed, as on Oracle's server, and people hear of them: they are lost without a word.
 */
public final class CarriedProperties {
    /** Where a call goes, in place of the address that its reference has. */
    static final String ENDPOINT = "endpointURI";

    private static final String ADDRESSING = "wsa.";

    /** Oracle's other name for {@code wsa.replyToAddress}. */
    static final String REPLY_TO = "replyToAddress";

    private CarriedProperties() {}

    /** The address that a message gives itself; null for none. */
    public static @Nullable String endpoint(MessageValue message) {
        String address = message.properties().get(ENDPOINT);
        return address == null || address.isBlank() ? null : address.strip();
    }

    /** What a component's process will not get, and what of its properties is lost; none keeps it from running. */
    public static List<Problem> check(Composite composite, String component, ProcessDefinition process) {
        List<Problem> problems = new ArrayList<>();
        for (Property property : process.headers().properties()) {
            WireEnd end = WireEnd.ofLink(component, property.partnerLink());
            WireEnd target = composite.target(end);
            if (isUnavailable(composite, end, target)) {
                continue;
            }
            String reference = target == null || target.component() != null ? null : target.name();
            switch (property.direction()) {
                case SENT -> {
                    if (reference != null && !property.name().equals(ENDPOINT)) {
                        problems.add(problem(
                                property,
                                "would be lost: the reference " + reference + " is called by SOAP",
                                "send it as a header variable, or within the message"));
                    }
                }
                case ANSWERED -> {
                    if (reference != null) {
                        problems.add(problem(
                                property,
                                "will never come: the reference " + reference + " answers by SOAP",
                                "read a header variable, or the message"));
                    }
                }
                case RECEIVED -> {
                    if (!property.name().startsWith(ADDRESSING)
                            && !property.name().equals(REPLY_TO)
                            && comesFromOutside(composite, end, target)) {
                        problems.add(problem(
                                property,
                                "will never come: only SOAP leads to " + end,
                                "read a header variable, or the message"));
                    }
                }
                case REPLIED -> {
                    if (comesFromOutside(composite, end, target)) {
                        problems.add(problem(
                                property,
                                "would be lost: " + end + " answers by SOAP",
                                "send it as a header variable, or within the message"));
                    }
                }
            }
        }
        return problems;
    }

    /** Whether a partner link is wired to a part that cannot be had, or has no binding: no message comes or goes. */
    private static boolean isUnavailable(Composite composite, WireEnd end, @Nullable WireEnd target) {
        return target != null && isUnavailable(composite, target)
                || composite.wires().stream()
                        .anyMatch(wire -> wire.target().equals(end) && isUnavailable(composite, wire.source()));
    }

    private static boolean isUnavailable(Composite composite, WireEnd end) {
        if (composite.unavailable(end) != null) {
            return true;
        }
        CompositeReference reference =
                end.component() == null ? composite.references().get(end.name()) : null;
        CompositeService service =
                end.component() == null ? composite.services().get(end.name()) : null;
        return reference != null && reference.bindings().isEmpty()
                || service != null && service.bindings().isEmpty();
    }

    /**
     * Whether a partner link receives from outside the composite: no component sends to it, by wire or as a callback.
     */
    private static boolean comesFromOutside(Composite composite, WireEnd end, @Nullable WireEnd target) {
        boolean calledBack = target != null && target.component() != null;
        return !calledBack
                && composite.wires().stream()
                        .noneMatch(wire ->
                                wire.target().equals(end) && wire.source().component() != null);
    }

    private static Problem problem(Property property, String what, String remedy) {
        return new Problem(
                property.file(),
                property.line(),
                0,
                "composite-property-lost",
                "the property " + property.name() + " " + what,
                remedy);
    }
}
