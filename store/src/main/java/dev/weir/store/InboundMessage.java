package dev.weir.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What reaches a composite from outside any instance, accepted as one transaction: a flow (begun here unless the store
 * has it already), a message for a process (or none, where a mediator alone did the work), and the audit of how it came.
 *
 * @param composite at whose service the flow began
 * @param flowState {@link FlowState#RUNNING} while its message is on the way; an end state where nothing is left to do
 * @param message null for none; it belongs to {@code flow}
 * @param definition that an instance gets which the message creates, and has in every {@link ClaimedInstance}; empty for
 *     none
 * @param awaits what the instance that the message creates waits for from then on, before its first step: another message
 *     that comes at the same time meets it, and creates none itself
 */
public record InboundMessage(
        long flow,
        CompositeRevision composite,
        Instant created,
        FlowState flowState,
        @Nullable Message message,
        String definition,
        List<Subscription> awaits,
        List<AuditEvent> audit) {
    public InboundMessage {
        awaits = List.copyOf(awaits);
        audit = List.copyOf(audit);
        if (message != null && message.flow() != flow) {
            throw new IllegalArgumentException(
                    "the message must belong to the flow: flow=" + flow + ", message.flow=" + message.flow());
        }
    }

    /** A message whose flow runs on. */
    public static InboundMessage of(
            Message message, CompositeRevision composite, Instant created, String definition, List<AuditEvent> audit) {
        return new InboundMessage(
                message.flow(), composite, created, FlowState.RUNNING, message, definition, List.of(), audit);
    }

    /** A flow with its history and no message for any instance. */
    public static InboundMessage ofFlow(
            long flow, CompositeRevision composite, Instant created, FlowState state, List<AuditEvent> audit) {
        return new InboundMessage(flow, composite, created, state, null, "", List.of(), audit);
    }

    /** The same with another message in place of its own. */
    public InboundMessage withMessage(Message other) {
        return new InboundMessage(flow, composite, created, flowState, other, definition, awaits, audit);
    }

    /** The same where the instance that it creates waits for messages at once. */
    public InboundMessage awaiting(List<Subscription> subscriptions) {
        return new InboundMessage(flow, composite, created, flowState, message, definition, subscriptions, audit);
    }
}
