package dev.weir.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Messages, calls and events that tests send through a store. */
final class Given {
    static final Instant T0 = Instant.parse("2026-11-21T10:00:00.123456Z");
    static final Instant LATER = T0.plus(1, ChronoUnit.HOURS);
    static final String COMPONENT = "default/Orders!1.0/OrderProcess";
    static final String COMPOSITE = "default/Orders!1.0";

    private Given() {}

    /** A message in the making. */
    static final class Letter {
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

        private Letter(Store store, long flow) {
            this.store = store;
            this.flow = flow;
        }

        Letter component(String value) {
            component = value;
            return this;
        }

        Letter key(String value) {
            key = value;
            return this;
        }

        Letter to(long value) {
            instance = value;
            return this;
        }

        Letter keys(String... values) {
            keys.addAll(List.of(values));
            return this;
        }

        Letter creates(long value) {
            creates = value;
            return this;
        }

        Letter replyTo(String value) {
            replyTo = value;
            return this;
        }

        Letter conversation(String value) {
            conversation = value;
            return this;
        }

        Letter callback(String value) {
            callback = value;
            return this;
        }

        Letter fault(String value) {
            fault = value;
            return this;
        }

        Letter payload(byte... value) {
            payload = value;
            return this;
        }

        Letter received(Instant value) {
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

        Store.Taken sent(Message message) {
            return store.accept(intake(message)).join();
        }
    }

    static Letter letter(Store store, long flow) {
        return new Letter(store, flow);
    }

    static Letter letter(Store store) {
        return new Letter(store, store.newId());
    }

    static Intake intake(Message message, AuditEvent... audit) {
        return new Intake(message.flow(), COMPOSITE, T0, FlowState.RUNNING, message, List.of(audit));
    }

    static Intake flow(long flow, FlowState state, Instant created, AuditEvent... audit) {
        return new Intake(flow, COMPOSITE, created, state, null, List.of(audit));
    }

    /** A new instance with its first message taken in and claimed. */
    static Work instance(Store store) {
        return instance(store, store.newId());
    }

    static Work instance(Store store, long flow) {
        long id = store.newId();
        letter(store, flow).creates(id).send();
        return claimed(store, id);
    }

    /** Claims until it finds the instance; what else it finds is given back. */
    static Work claimed(Store store, long instance) {
        Work found = null;
        List<Work> others = new ArrayList<>();
        for (Work work : store.claim(Integer.MAX_VALUE, LATER)) {
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

    static Call call(Work work, int number, boolean oneWay) {
        return call(work, number, oneWay, T0);
    }

    static Call call(Work work, int number, boolean oneWay, Instant due) {
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

    static Letter replyTo(Store store, Call call) {
        return letter(store, call.flow())
                .to(call.instance())
                .key("reply:" + call.key())
                .conversation(call.key());
    }

    static AuditEvent event(long flow, String name, Instant at) {
        return new AuditEvent(flow, 0, flow, 0, at, AuditEvent.Kind.RULE_CHOSEN, COMPONENT, name, null);
    }
}
