package dev.weir.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Messages, calls and events that tests send through a store. */
final class StoreFixtures {
    static final Instant T0 = Instant.parse("2026-11-21T10:00:00.123456Z");
    static final Instant LATER = T0.plus(1, ChronoUnit.HOURS);
    static final String COMPONENT = "default/Orders!1.0/OrderProcess";
    static final String COMPOSITE = "default/Orders!1.0";

    private StoreFixtures() {}

    /** A message in the making. */
    static final class MessageDraft {
        private final Store store;
        private final long flow;
        private String key;
        private long instance;
        private final List<String> keys = new ArrayList<>();
        private long creates;
        private String replyTo;
        private String callback;
        private String conversation;
        private String fault;
        private byte[] payload = {1, 2, 3};
        private Instant received = T0;
        private String component = COMPONENT;

        private MessageDraft(Store store, long flow) {
            this.store = store;
            this.flow = flow;
        }

        MessageDraft component(String value) {
            component = value;
            return this;
        }

        MessageDraft key(String value) {
            key = value;
            return this;
        }

        MessageDraft to(long value) {
            instance = value;
            return this;
        }

        MessageDraft keys(String... values) {
            keys.addAll(List.of(values));
            return this;
        }

        MessageDraft creates(long value) {
            creates = value;
            return this;
        }

        MessageDraft replyTo(String value) {
            replyTo = value;
            return this;
        }

        MessageDraft conversation(String value) {
            conversation = value;
            return this;
        }

        MessageDraft callback(String value) {
            callback = value;
            return this;
        }

        MessageDraft fault(String value) {
            fault = value;
            return this;
        }

        MessageDraft payload(byte... value) {
            payload = value;
            return this;
        }

        MessageDraft received(Instant value) {
            received = value;
            return this;
        }

        Message message() {
            long id = store.newId();
            return new Message(
                    id,
                    key,
                    flow,
                    id,
                    component,
                    "client",
                    "order",
                    instance,
                    keys,
                    creates,
                    replyTo,
                    callback,
                    conversation,
                    fault,
                    payload,
                    received);
        }

        /** Takes it in under its flow. */
        Message send() {
            Message message = message();
            sent(message);
            return message;
        }

        Store.AcceptOutcome sent(Message message) {
            return store.accept(intake(message)).join();
        }
    }

    static MessageDraft letter(Store store, long flow) {
        return new MessageDraft(store, flow);
    }

    static MessageDraft letter(Store store) {
        return new MessageDraft(store, store.newId());
    }

    static InboundMessage intake(Message message, AuditEvent... audit) {
        return new InboundMessage(message.flow(), COMPOSITE, T0, FlowState.RUNNING, message, List.of(audit));
    }

    static InboundMessage flow(long flow, FlowState state, Instant created, AuditEvent... audit) {
        return new InboundMessage(flow, COMPOSITE, created, state, null, List.of(audit));
    }

    /** A new instance with its first message taken in and claimed. */
    static ClaimedInstance instance(Store store) {
        return instance(store, store.newId());
    }

    static ClaimedInstance instance(Store store, long flow) {
        long id = store.newId();
        letter(store, flow).creates(id).send();
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

    static Call call(ClaimedInstance work, int number, boolean oneWay) {
        return call(work, number, oneWay, T0);
    }

    static Call call(ClaimedInstance work, int number, boolean oneWay, Instant due) {
        return new Call(
                work.instance() + ":" + number,
                work.instance(),
                work.flow(),
                7,
                work.component(),
                work.definition(),
                "credit",
                "check",
                oneWay,
                null,
                new byte[] {4, 5},
                0,
                due);
    }

    static MessageDraft replyTo(Store store, Call call) {
        return letter(store, call.flow())
                .to(call.instance())
                .key("reply:" + call.key())
                .conversation(call.key());
    }

    static AuditEvent event(long flow, String name, Instant at) {
        return new AuditEvent(flow, 0, flow, 0, at, AuditEvent.Kind.RULE_CHOSEN, COMPONENT, name, null);
    }
}
