package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a flow's history. Events form a tree by spans: an event with a kind that opens a span names the span and
 * its parent; later events of the same span report how it went on.
 *
 * @param where the flow, the instance and the span that it belongs to
 * @param component the component or service, as deployed
 * @param name the operation, rule or activity
 * @param detail free text: a condition's value, a fault, a key; null for none
 * @param payload what a message or variables held; null for none
 */
public record AuditEvent(
        AuditSpan where,
        Instant at,
        Kind kind,
        ComponentId component,
        String name,
        @Nullable String detail,
        @Nullable AuditPayload payload) {
    /** An event without a payload. */
    public AuditEvent(
            AuditSpan where, Instant at, Kind kind, ComponentId component, String name, @Nullable String detail) {
        this(where, at, kind, component, name, detail, null);
    }

    public long flow() {
        return where.flow();
    }

    /** The process instance, 0 outside of one. */
    public long instance() {
        return where.instance();
    }

    public long span() {
        return where.span();
    }

    /** The span above; 0 at the top. */
    public long parent() {
        return where.parent();
    }

    /** The number of the activity in its process; 0 for none, and for the process itself. */
    public int activity() {
        return where.activity();
    }

    /** What happened. */
    public enum Kind {
        /** A request came in at a service. */
        SERVICE_REQUEST(0),
        /** A service answered; detail: the fault, if any. */
        SERVICE_REPLY(1),
        /** A service took a one-way message in (202). */
        SERVICE_ACCEPTED(2),
        MEDIATOR_STARTED(3),
        /** A routing rule's condition held (or it has none): name is the rule. */
        RULE_CHOSEN(4),
        /** A routing rule's condition did not hold. */
        RULE_SKIPPED(5),
        MEDIATOR_COMPLETED(6),
        MEDIATOR_FAULTED(7),
        INSTANCE_CREATED(8),
        INSTANCE_COMPLETED(9),
        INSTANCE_FAULTED(10),
        INSTANCE_TERMINATED(11),
        ACTIVITY_STARTED(12),
        /** An activity waits for a message, a reply or an alarm. */
        ACTIVITY_WAITING(13),
        ACTIVITY_COMPLETED(14),
        ACTIVITY_FAULTED(15),
        ACTIVITY_SKIPPED(16),
        FAULT_CAUGHT(17),
        /** A message was sent to a reference or along a wire. */
        CALL_SENT(18),
        CALL_COMPLETED(19),
        /** A call failed and will be tried again; detail: why. */
        CALL_FAILED(20),
        /** A reply found nobody waiting. */
        REPLY_UNDELIVERED(21),
        /** An activity was stopped from outside: by a fault elsewhere, or the end of its instance. */
        ACTIVITY_TERMINATED(22),
        /** An operator holds the instance; detail: who. */
        INSTANCE_SUSPENDED(23),
        /** An operator lets the instance go on; detail: who. */
        INSTANCE_RESUMED(24),
        /** The instance gave its flow a title: detail. */
        INSTANCE_TITLED(25),
        /** A business event was published: name is the event, detail who gets it. */
        EVENT_PUBLISHED(26),
        /** The Java of a process added a line: detail. */
        AUDIT_ENTRY(27),
        /**
         * The title of the flow from here on is detail. It is kept with the flow, in the transaction, whatever the audit
         * level and policy are, and is no part of the history.
         */
        FLOW_TITLE(28),
        /** The flow fails by detail: kept with the flow in the same way, where it has no fault yet. */
        FLOW_FAULT(29),
        /**
         * A sensor found something in a message: name is the sensor, detail what it found. Kept with the flow in the same way,
         * once for each value.
         */
        SENSOR_VALUE(30),
        /** A sensor could not be evaluated: name is the sensor, detail why. The message went on. */
        SENSOR_FAILED(31),
        /**
         * An operator has decided about a call that rested: detail says what, and who. A payload is another message that the
         * call sends from then on.
         */
        CALL_DECIDED(32),
        /** The instance has had so many activities that later ones are not recorded one by one; detail: how many. */
        HISTORY_REDUCED(33),
        /**
         * An operator has moved, delivered or dropped a message that no instance had taken, or the instance that had it was
         * ended by a command: name is the operation, detail what was done, and who did it.
         */
        MESSAGE_DECIDED(34);

        private static final Kind[] BY_CODE = new Kind[values().length];

        static {
            for (Kind kind : values()) {
                BY_CODE[kind.code] = kind;
            }
        }

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** The number by which stores keep this kind; it never changes, and a new kind takes the next one. */
        public int code() {
            return code;
        }

        /** True for what is kept with the flow itself, at every level, and not in the history. */
        public boolean isFact() {
            return this == FLOW_TITLE || this == FLOW_FAULT || this == SENSOR_VALUE;
        }

        /** The least level that records events of this kind. */
        public AuditLevel level() {
            return switch (this) {
                case FLOW_TITLE, FLOW_FAULT, SENSOR_VALUE -> AuditLevel.OFF;
                case MEDIATOR_STARTED, RULE_CHOSEN, RULE_SKIPPED, MEDIATOR_COMPLETED -> AuditLevel.PRODUCTION;
                case ACTIVITY_STARTED, ACTIVITY_WAITING, ACTIVITY_COMPLETED, ACTIVITY_SKIPPED, ACTIVITY_TERMINATED ->
                    AuditLevel.PRODUCTION;
                case CALL_SENT, CALL_COMPLETED, HISTORY_REDUCED -> AuditLevel.PRODUCTION;
                default -> AuditLevel.MINIMAL;
            };
        }

        /**
         * The kind with a code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind ofCode(int code) {
            if (code < 0 || code >= BY_CODE.length) {
                throw new IllegalArgumentException("no kind of audit event has the code " + code);
            }
            return BY_CODE[code];
        }
    }
}
