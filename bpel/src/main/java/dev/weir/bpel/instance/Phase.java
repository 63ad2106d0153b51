package dev.weir.bpel.instance;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where an active activity stands; its code is stored. */
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
    HANDLING(4);

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
            RUNNING, EnumSet.of(RUNNING, WAITING, FAULTING),
            WAITING, EnumSet.of(WAITING, RUNNING),
            FAULTING, EnumSet.of(HANDLING),
            HANDLING, EnumSet.noneOf(Phase.class)));

    /** True if an activity may go from this phase to another; it may end in any. */
    public boolean mayBecome(Phase next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }
}
