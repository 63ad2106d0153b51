package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a flow's history. Events form a tree by spans: an event with a kind that opens a span names the span and
 * its parent; later events of the same span tell how it went on.
 *
 * @param flow the flow it belongs to
 * @param instance the process instance, 0 outside of one
 * @param span the span it speaks of
 * @param parent the span above; 0 at the top
 * @param component the component or service, as deployed
 * @param name the operation, rule or activity
 * @param detail free text: a condition's value, a fault, a key; null for none
 */
public record AuditEvent(
        long flow,
        long instance,
        long span,
        long parent,
        Instant at,
        Kind kind,
        String component,
        String name,
        @Nullable String detail) {
    /** What happened. The order of constants is stored: append only. */
    public enum Kind {
        /** A request came in at a service. */
        SERVICE_REQUEST,
        /** A service answered; detail: the fault, if any. */
        SERVICE_REPLY,
        /** A service took a one-way message in (202). */
        SERVICE_ACCEPTED,
        MEDIATOR_STARTED,
        /** A routing rule's condition held (or it has none): name is the rule. */
        RULE_CHOSEN,
        /** A routing rule's condition did not hold. */
        RULE_SKIPPED,
        MEDIATOR_COMPLETED,
        MEDIATOR_FAULTED,
        INSTANCE_CREATED,
        INSTANCE_COMPLETED,
        INSTANCE_FAULTED,
        INSTANCE_TERMINATED,
        ACTIVITY_STARTED,
        /** An activity waits for a message, a reply or an alarm. */
        ACTIVITY_WAITING,
        ACTIVITY_COMPLETED,
        ACTIVITY_FAULTED,
        ACTIVITY_SKIPPED,
        FAULT_CAUGHT,
        /** A message was sent to a reference or along a wire. */
        CALL_SENT,
        CALL_COMPLETED,
        /** A call failed and will be tried again; detail: why. */
        CALL_FAILED,
        /** A reply found nobody waiting. */
        REPLY_UNDELIVERED,
        /** An activity was stopped from outside: by a fault elsewhere, or the end of its instance. */
        ACTIVITY_TERMINATED,
        /** An operator holds the instance. */
        INSTANCE_SUSPENDED,
        /** An operator lets the instance go on. */
        INSTANCE_RESUMED,
        /** The instance gave its flow a title: detail. */
        INSTANCE_TITLED
    }
}
