package dev.weir.composite.assembly;

import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Wires whose ends have different versions of one port type, as copies of a WSDL become: what the caller's has and the
 * callee's lacks cannot be called. Such a composite is deployed nevertheless, as the rest works.
 */
public final class WireVersions {
    /** The rule of these problems. */
    public static final String RULE = "composite-wire-versions";

    private WireVersions() {}

    /**
     * One for each such operation of each wire, in the order of the document.
     *
     * @param isCalled whether an end calls an operation of its port type; true also where that is not known
     */
    public static List<Problem> of(Composite composite, BiPredicate<WireEnd, String> isCalled) {
        List<Problem> problems = new ArrayList<>();
        for (Wire wire : composite.wires()) {
            Contract calls = composite.called(wire.source());
            Contract offers = composite.offered(wire.target());
            if (calls == null
                    || offers == null
                    || calls.portType().equals(offers.portType())
                    || !calls.portType().name().equals(offers.portType().name())) {
                continue;
            }
            for (Operation called : calls.portType().operations()) {
                Operation offered = offers.portType().operation(called.name());
                boolean differs = offered == null || !sameParts(called, offered);
                if (differs && isCalled.test(wire.source(), called.name())) {
                    problems.add(problem(
                            composite,
                            wire,
                            "'" + wire.source() + "' calls the port type "
                                    + calls.portType().name() + " of "
                                    + Archive.shown(calls.wsdl().location()) + ", but '" + wire.target()
                                    + "' offers that of "
                                    + Archive.shown(offers.wsdl().location()) + ", which has "
                                    + (offered == null ? "no operation '" : "other messages for the operation '")
                                    + called.name() + "': such messages by this wire fail"));
                }
            }
        }
        return problems;
    }

    /** A problem of this kind. */
    public static Problem problem(Composite composite, Wire wire, String what) {
        return new Problem(
                Archive.shown(composite.location()),
                wire.line(),
                0,
                RULE,
                what,
                "give both ends the same WSDL by ui:wsdlLocation, or make its copies the same");
    }

    /** Faults that one of them lacks do not keep calls from being answered, nor do names of messages. */
    private static boolean sameParts(Operation one, Operation other) {
        return sameParts(one.input(), other.input()) && sameParts(one.output(), other.output());
    }

    private static boolean sameParts(@Nullable MessageType one, @Nullable MessageType other) {
        return one == null ? other == null : other != null && one.parts().equals(other.parts());
    }
}
