package dev.weir.bpel.instance;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The phase of an active activity; its code is stored. */
public enum Phase {
    /** To be started as soon as its turn comes. */
    READY(0),
    /** It has active children. */
    RUNNING(1),
    /** It waits for a message, a reply, or time. */
    WAITING(2),
    /** A scope with a fault, until what was active in it has stopped. */
    FAULTING(3),
    /** A scope whose fault handler runs. */
    HANDLING(4),
    /** It is being terminated, and something inside has not stopped yet: a termination handler, a fault handler. */
    STOPPING(5),
    /** A scope whose termination handler runs. */
    TERMINATING(6),
    /** A scope that will end by its fault, or without one where it is terminated, once all inside has ended. */
    FAILING(7),
    /** It has done what it had to, and waits for what it terminated inside. */
    COMPLETING(8),
    /** A scope without a handler for its fault, while scopes in it are compensated: then it fails. */
    COMPENSATING(9);

    private final int code;

    Phase(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The phase of a code, or null for an unknown one. */
    static @Nullable Phase of(long code) {
        for (Phase phase : values()) {
            if (phase.code == code) {
                return phase;
            }
        }
        return null;
    }

    private static final Map<Phase, Set<Phase>> NEXT = new EnumMap<>(Map.of(
            READY, EnumSet.of(RUNNING, WAITING),
            RUNNING, EnumSet.of(RUNNING, WAITING, FAULTING, STOPPING, TERMINATING, COMPLETING),
            WAITING, EnumSet.of(WAITING, RUNNING, STOPPING),
            FAULTING, EnumSet.of(HANDLING, COMPENSATING),
            HANDLING, EnumSet.of(FAILING),
            STOPPING, EnumSet.of(TERMINATING),
            TERMINATING, EnumSet.of(FAILING),
            COMPENSATING, EnumSet.of(FAILING),
            FAILING, EnumSet.noneOf(Phase.class),
            COMPLETING, EnumSet.of(STOPPING)));

    /** True if what is still active in such an activity ends without consequence for anything around it. */
    public boolean isUnwinding() {
        return this == FAULTING || this == STOPPING || this == FAILING || this == COMPLETING;
    }

    /** True if an activity may go from this phase to another; it may end in any. */
    public boolean mayBecome(Phase next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }
}
