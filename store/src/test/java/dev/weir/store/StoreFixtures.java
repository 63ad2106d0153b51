package dev.weir.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Messages, calls and events that tests send through a store. */
final class StoreFixtures {
    static final Instant T0 = Instant.parse("2026-11-21T10:00:00.123456Z");
    static final Instant LATER = T0.plus(1, ChronoUnit.HOURS);
    static final CompositeRevision COMPOSITE = new CompositeRevision("default", "Orders", "1.0");
    static final ComponentId COMPONENT = COMPOSITE.component("OrderProcess");

    private StoreFixtures() {}

    /** A message in the making, from nobody in particular. */
    static final class MessageDraft {
        private final Store store;
        private final long flow;
        private final Message.Builder message;

        private MessageDraft(Store store, long flow, ComponentId component) {
            this.store = store;
            this.flow = flow;
            this.message = Message.to(component, "client", "order")
                    .payload(new byte[] {1, 2, 3})
                    .received(T0);
        }

        MessageDraft key(String value) {
            message.key(value);
            return this;
        }

        MessageDraft to(long value) {
            message.instance(value);
            return this;
        }

        MessageDraft keys(String... value) {
            message.keys(List.of(value));
            return this;
        }

        MessageDraft creates(long value) {
            message.creates(value);
            return this;
        }

        MessageDraft replyTo(ExchangeId value) {
            message.replyTo(value);
            return this;
        }

        MessageDraft conversation(String value) {
            message.conversation(value);
            return this;
        }

        MessageDraft callback(String value) {
            message.callback(value);
            return this;
        }

        MessageDraft fault(String value) {
            message.fault(value, "why");
            return this;
        }

        MessageDraft payload(byte... value) {
            message.payload(value);
            return this;
        }

        MessageDraft received(Instant value) {
            message.received(value);
            return this;
        }

        Message message() {
            long id = store.newId();
            return message.id(id).flow(flow).span(id).build();
        }

        /** Takes it in under its flow. */
        Message send() {
            Message message = message();
            sent(message);
            return message;
        }

        Store.AcceptOutcome sent(Message message) {
            return store.accept(inbound(message)).join();
        }
    }

    static MessageDraft draft(Store store, long flow) {
        return new MessageDraft(store, flow, COMPONENT);
    }

    static MessageDraft draft(Store store) {
        return draft(store, store.newId());
    }

    /** A message to another component of the same composite. */
    static MessageDraft draftTo(String component, Store store) {
        return new MessageDraft(store, store.newId(), COMPOSITE.component(component));
    }

    static InboundMessage inbound(Message message, AuditEvent... audit) {
        return InboundMessage.of(message, COMPOSITE, T0, "", List.of(audit));
    }

    static InboundMessage flow(long flow, FlowState state, Instant created, AuditEvent... audit) {
        return InboundMessage.ofFlow(flow, COMPOSITE, created, state, List.of(audit));
    }

    /** A new instance with its first message taken in and claimed. */
    static ClaimedInstance instance(Store store) {
        return instance(store, store.newId());
    }

    static ClaimedInstance instance(Store store, long flow) {
        long id = store.newId();
        draft(store, flow).creates(id).send();
        return claimed(store, id);
    }

    /** Claims until it finds the instance; what else it finds is given back. */
    static ClaimedInstance claimed(Store store, long instance) {
        ClaimedInstance found = null;
        List<ClaimedInstance> others = new ArrayList<>();
        for (ClaimedInstance work : store.claim(Integer.MAX_VALUE, LATER)) {
            if (work.instance() == instance) {
                found = work;
            } else {
                others.add(work);
            }
        }
        others.forEach(work -> store.release(work, Instant.MIN));
        if (found == null) {
            throw new AssertionError("instance " + instance + " is not claimable");
        }
        return found;
    }

    static Call call(ClaimedInstance claimed, int number, boolean oneWay) {
        return call(claimed, number, oneWay, T0);
    }

    static Call call(ClaimedInstance claimed, int number, boolean oneWay, Instant due) {
        return Call.of(new CallKey(claimed.instance(), number), claimed.ref(), "credit", "check")
                .span(7)
                .oneWay(oneWay)
                .payload(new byte[] {4, 5})
                .due(due)
                .build();
    }

    static MessageDraft replyTo(Store store, Call call) {
        return draft(store, call.flow())
                .to(call.instance())
                .key("reply:" + call.key())
                .conversation(call.key().toString());
    }

    static AuditEvent event(long flow, String name, Instant at) {
        return new AuditEvent(new AuditSpan(flow, 0, flow, 0), at, AuditEvent.Kind.RULE_CHOSEN, COMPONENT, name, null);
    }

    /** An event that no store takes: a request with it fails, unless history is deferred. */
    @SuppressWarnings("NullAway")
    static AuditEvent refused() {
        return new AuditEvent(new AuditSpan(1, 0, 1, 0), T0, AuditEvent.Kind.CALL_SENT, COMPONENT, null, null);
    }
}
