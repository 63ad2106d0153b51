package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outgoing message of an instance, to be carried out at least once.
 *
 * @param key unique and stable over retries; receivers deduplicate by it
 * @param caller the instance that calls
 * @param span the audit span under which its events hang
 * @param oneWay true if no reply is wanted
 * @param address where to send it instead of along the wire (a callback, an assigned endpoint); null for the wire
 * @param attempt 0 at first
 * @param due not before; of no account for a call with a turn until it is tried again
 * @param turn its place in a queue; null for a call that waits for no other, and in calls that are leased
 * @param recovery what decided on its repetition keeps here for the next decision; null at first
 */
public record Call(
        CallKey key,
        InstanceRef caller,
        long span,
        String partnerLink,
        String operation,
        boolean oneWay,
        @Nullable String address,
        byte[] payload,
        int attempt,
        Instant due,
        @Nullable Turn turn,
        @Nullable String recovery) {
    /** A call of an operation on one of the caller's partner links. */
    public static Builder of(CallKey key, InstanceRef caller, String partnerLink, String operation) {
        return new Builder(key, caller, partnerLink, operation);
    }

    /** Where it leads, as those see it who share out what is on its way. */
    public CallLine line() {
        return new CallLine(component(), partnerLink);
    }

    /** The calling instance. */
    public long instance() {
        return caller.id();
    }

    /** The flow of the calling instance. */
    public long flow() {
        return caller.flow();
    }

    /** The component of the calling instance. */
    public ComponentId component() {
        return caller.component();
    }

    /** The definition of the calling instance; empty for none. */
    public String definition() {
        return caller.definition();
    }

    /** The same call for its next attempt. */
    public Call retried(Instant nextDue, @Nullable String nextRecovery) {
        return new Call(
                key,
                caller,
                span,
                partnerLink,
                operation,
                oneWay,
                address,
                payload,
                attempt + 1,
                nextDue,
                turn,
                nextRecovery);
    }

    /** The same attempt at another time. */
    public Call at(Instant time) {
        return new Call(
                key, caller, span, partnerLink, operation, oneWay, address, payload, attempt, time, turn, recovery);
    }

    /** The same call with another message. */
    public Call withPayload(byte[] other) {
        return new Call(
                key, caller, span, partnerLink, operation, oneWay, address, other, attempt, due, turn, recovery);
    }

    /** A call in the making: two-way and along the wire unless set otherwise. */
    public static final class Builder {
        private final CallKey key;
        private final InstanceRef caller;
        private final String partnerLink;
        private final String operation;
        private long span;
        private boolean oneWay;
        private @Nullable String address;
        private byte[] payload = {};
        private int attempt;
        private Instant due = Instant.EPOCH;
        private @Nullable Turn turn;
        private @Nullable String recovery;

        private Builder(CallKey key, InstanceRef caller, String partnerLink, String operation) {
            this.key = key;
            this.caller = caller;
            this.partnerLink = partnerLink;
            this.operation = operation;
        }

        public Builder span(long value) {
            span = value;
            return this;
        }

        public Builder oneWay(boolean value) {
            oneWay = value;
            return this;
        }

        public Builder address(@Nullable String value) {
            address = value;
            return this;
        }

        public Builder payload(byte[] value) {
            payload = value;
            return this;
        }

        public Builder attempt(int value) {
            attempt = value;
            return this;
        }

        public Builder due(Instant value) {
            due = value;
            return this;
        }

        /** Its place in a queue. */
        public Builder turn(@Nullable Turn value) {
            turn = value;
            return this;
        }

        public Builder recovery(@Nullable String value) {
            recovery = value;
            return this;
        }

        public Call build() {
            return new Call(
                    key, caller, span, partnerLink, operation, oneWay, address, payload, attempt, due, turn, recovery);
        }
    }
}
