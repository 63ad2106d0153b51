package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The numbers by which enum constants are kept on disk. A store that was written with one of these numbers is read with
 * it for ever: a constant may be added here under the next number, none may be changed or removed.
 */
class StoredCodesTest {
    @Test
    void flowStatesKeepTheirCodes() {
        Map<Integer, String> codes = new LinkedHashMap<>();
        for (FlowState state : FlowState.values()) {
            codes.put(state.code(), state.name());
            assertSame(state, FlowState.ofCode(state.code()));
        }
        assertEquals(Map.of(0, "RUNNING", 1, "COMPLETED", 2, "FAULTED", 3, "TERMINATED"), codes);
        assertThrows(IllegalArgumentException.class, () -> FlowState.ofCode(4));
        assertThrows(IllegalArgumentException.class, () -> FlowState.ofCode(-1));
    }

    @Test
    void kindsOfAuditEventsKeepTheirCodes() {
        Map<Integer, String> expected = new LinkedHashMap<>();
        for (String name : """
                SERVICE_REQUEST SERVICE_REPLY SERVICE_ACCEPTED
                MEDIATOR_STARTED RULE_CHOSEN RULE_SKIPPED MEDIATOR_COMPLETED MEDIATOR_FAULTED
                INSTANCE_CREATED INSTANCE_COMPLETED INSTANCE_FAULTED INSTANCE_TERMINATED
                ACTIVITY_STARTED ACTIVITY_WAITING ACTIVITY_COMPLETED ACTIVITY_FAULTED ACTIVITY_SKIPPED
                FAULT_CAUGHT CALL_SENT CALL_COMPLETED CALL_FAILED REPLY_UNDELIVERED
                ACTIVITY_TERMINATED INSTANCE_SUSPENDED INSTANCE_RESUMED INSTANCE_TITLED
                EVENT_PUBLISHED
                AUDIT_ENTRY
                FLOW_TITLE FLOW_FAULT
                SENSOR_VALUE SENSOR_FAILED
                CALL_DECIDED
                HISTORY_REDUCED
                MESSAGE_DECIDED
                """.strip().split("\\s+")) {
            expected.put(expected.size(), name);
        }
        Map<Integer, String> codes = new LinkedHashMap<>();
        for (AuditEvent.Kind kind : AuditEvent.Kind.values()) {
            codes.put(kind.code(), kind.name());
            assertSame(kind, AuditEvent.Kind.ofCode(kind.code()));
        }
        assertEquals(expected, codes);
        assertThrows(IllegalArgumentException.class, () -> AuditEvent.Kind.ofCode(expected.size()));
        assertThrows(IllegalArgumentException.class, () -> AuditEvent.Kind.ofCode(-1));
    }
}
