package dev.weir.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to a process instance. Where it goes, in this order:
 *
 * <ol>
 *   <li>{@code instance} is not 0: to that live instance (a reply to one of its calls).
 *   <li>some instance is subscribed to one of {@code keys}: to that one; the subscription is used up.
 *   <li>{@code creates} is not 0: to a new instance with that id.
 *   <li>otherwise it waits for a subscription to one of its keys; without any, no instance can ever take it: it is dropped,
 *       with an event in the history ({@link AuditEvent.Kind#REPLY_UNDELIVERED}).
 * </ol>
 *
 * <p>A message without a partner link is a signal from one instance to another. It does not keep its flow from ending,
 * and is dropped with the end of its flow if nobody has taken it.
 *
 * <p>What an instance has not used up when it ends is treated in the same way: a message that came by a subscription goes
 * to the next one, or waits again; others are dropped, each with such an event.
 *
 * @param id from {@link Store#newId}
 * @param key for deduplication: of all messages accepted under one key within seven days (or more) only the first
 *     counts; null for none
 * @param flow the flow it belongs to; when it is delivered to an instance of another flow, its flow joins that one
 * @param span the audit span under which the receiver's events hang
 * @param component which component it is for
 * @param replyTo the exchange that waits for a reply to it; null where nobody does
 * @param callback where messages to the sender's callback port go, as {@code composite.delivery} wrote it; null if none
 * @param conversation the message id that this one relates to; for one that relates to none, the key of the call by
 *     which an instance of this store sent it; null if none
 * @param fault the name of the fault (Clark notation) if this is a fault reply, null otherwise
 * @param reason why there is a fault, for people, and it may be empty; null where there is none
 * @param decision what an operator has decided about a call, and who he is, where this is what comes of it for the instance
 *     that made the call; null for any other message
 */
public record Message(
        long id,
        @Nullable String key,
        long flow,
        long span,
        ComponentId component,
        String partnerLink,
        String operation,
        long instance,
        List<String> keys,
        long creates,
        @Nullable ExchangeId replyTo,
        @Nullable String callback,
        @Nullable String conversation,
        @Nullable String fault,
        @Nullable String reason,
        @Nullable String decision,
        byte[] payload,
        Instant received) {
    /** The partner link of what operators ask of instances: an exclamation mark begins no NCName, so no process has it. */
    public static final String COMMANDS = "!command";

    public Message {
        keys = List.copyOf(keys);
    }

    /** A message to a component's partner link. */
    public static Builder to(ComponentId component, String partnerLink, String operation) {
        return new Builder(component, partnerLink, operation);
    }

    /**
     * The reply to a call, addressed to its caller; what is missing is its payload, and its fault if it is one. Its
     * deduplication key is the call's: however often a call is answered, the first reply counts.
     *
     * @param id from {@link Store#newId}
     * @param span the audit span of the call's delivery
     */
    public static Builder reply(Call call, long id, long span, Instant received) {
        return to(call.component(), call.partnerLink(), call.operation())
                .id(id)
                .key("reply:" + call.key())
                .flow(call.flow())
                .span(span)
                .instance(call.instance())
                .conversation(call.key().toString())
                .received(received);
    }

    /** A builder that begins with all of this message. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    public boolean isSignal() {
        return partnerLink.isEmpty();
    }

    /** True if this is the reply to a call. */
    public boolean answers(CallKey call) {
        return keys.isEmpty() && conversation != null && conversation.equals(call.toString());
    }

    /** A message in the making. What is not set is absent: null, 0 or empty. */
    public static final class Builder {
        private ComponentId component;
        private final String partnerLink;
        private final String operation;
        private long id;
        private @Nullable String key;
        private long flow;
        private long span;
        private long instance;
        private List<String> keys = List.of();
        private long creates;
        private @Nullable ExchangeId replyTo;
        private @Nullable String callback;
        private @Nullable String conversation;
        private @Nullable String fault;
        private @Nullable String reason;
        private @Nullable String decision;
        private byte[] payload = {};
        private Instant received = Instant.EPOCH;

        private Builder(ComponentId component, String partnerLink, String operation) {
            this.component = component;
            this.partnerLink = partnerLink;
            this.operation = operation;
        }

        private Builder(Message from) {
            this(from.component, from.partnerLink, from.operation);
            id = from.id;
            key = from.key;
            flow = from.flow;
            span = from.span;
            instance = from.instance;
            keys = from.keys;
            creates = from.creates;
            replyTo = from.replyTo;
            callback = from.callback;
            conversation = from.conversation;
            fault = from.fault;
            reason = from.reason;
            decision = from.decision;
            payload = from.payload;
            received = from.received;
        }

        /** For whom, in the place of the one that it began with. */
        public Builder component(ComponentId value) {
            component = value;
            return this;
        }

        /** From {@link Store#newId}. */
        public Builder id(long value) {
            id = value;
            return this;
        }

        public Builder key(@Nullable String value) {
            key = value;
            return this;
        }

        public Builder flow(long value) {
            flow = value;
            return this;
        }

        public Builder span(long value) {
            span = value;
            return this;
        }

        /** The live instance that it is addressed to. */
        public Builder instance(long value) {
            instance = value;
            return this;
        }

        public Builder keys(List<String> value) {
            keys = value;
            return this;
        }

        /** The instance that it creates where nobody takes it. */
        public Builder creates(long value) {
            creates = value;
            return this;
        }

        public Builder replyTo(@Nullable ExchangeId value) {
            replyTo = value;
            return this;
        }

        public Builder callback(@Nullable String value) {
            callback = value;
            return this;
        }

        public Builder conversation(@Nullable String value) {
            conversation = value;
            return this;
        }

        /** Both are null for what is no fault. */
        public Builder fault(@Nullable String name, @Nullable String why) {
            fault = name;
            reason = why;
            return this;
        }

        /** What an operator has decided about the call that this ends, and who he is. */
        public Builder decision(@Nullable String value) {
            decision = value;
            return this;
        }

        public Builder payload(byte[] value) {
            payload = value;
            return this;
        }

        public Builder received(Instant value) {
            received = value;
            return this;
        }

        public Message build() {
            return new Message(
                    id,
                    key,
                    flow,
                    span,
                    component,
                    partnerLink,
                    operation,
                    instance,
                    keys,
                    creates,
                    replyTo,
                    callback,
                    conversation,
                    fault,
                    reason,
                    decision,
                    payload,
                    received);
        }
    }
}
