package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.FlowState;

/** Enum constants as numbers: their declarations promise that the order does not change. */
@SuppressWarnings("EnumOrdinal")
final class EnumCodes {
    private static final FlowState[] STATES = FlowState.values();
    private static final AuditEvent.Kind[] KINDS = AuditEvent.Kind.values();

    private EnumCodes() {}

    static int of(FlowState state) {
        return state.ordinal();
    }

    static FlowState state(int code) {
        return STATES[code];
    }

    static int of(AuditEvent.Kind kind) {
        return kind.ordinal();
    }

    static AuditEvent.Kind kind(int code) {
        return KINDS[code];
    }
}
