package dev.weir.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something from outside any instance, taken in atomically: a flow (begun here, unless it is known already), a message
 * for a process (or none, where a mediator alone did the work), and the audit of how it came.
 *
 * @param composite the composite at whose service the flow began
 * @param flowState {@link FlowState#RUNNING} while its message is on the way; an end state where nothing is left to do
 * @param message null for none; it belongs to {@code flow}
 * @param definition with which an instance begins that the message creates: a name that its {@link ClaimedInstance} has ever after;
 *     empty for none
 */
public record InboundMessage(
        long flow,
        String composite,
        Instant created,
        FlowState flowState,
        @Nullable Message message,
        String definition,
        List<AuditEvent> audit) {
    /** What creates no instance, or one whose definition nobody asks for. */
    public InboundMessage(
            long flow,
            String composite,
            Instant created,
            FlowState flowState,
            @Nullable Message message,
            List<AuditEvent> audit) {
        this(flow, composite, created, flowState, message, "", audit);
    }

    public InboundMessage {
        audit = List.copyOf(audit);
        if (message != null && message.flow() != flow) {
            throw new IllegalArgumentException(
                    "the message must belong to the flow taken in: flow=" + flow + ", message.flow=" + message.flow());
        }
    }
}
