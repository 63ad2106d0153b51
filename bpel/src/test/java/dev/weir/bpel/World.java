package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.step.InstanceStep;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.InstanceRef;
import dev.weir.store.Message;
import dev.weir.store.StateRows;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All that is around a process, in memory: it routes messages, keeps rows, timers and subscriptions as a store does, and
 * lets the clock stand still until a test moves it. Every transition is computed twice, the first one thrown away as if
 * the machine had died before the commit; an instance lives in its rows alone.
 */
final class World {
    static final ComponentId COMPONENT = ComponentId.parse("default/Test!1.0/Process");

    /** The exchange of answers that partners give: nobody looks at it. */
    static final ExchangeId PARTNER = ExchangeId.ofRequest(1);

    private final ProcessDefinition process;
    private final Map<Long, Home> homes = new TreeMap<>();
    private final List<Message> undelivered = new ArrayList<>();
    private long lastId = 1000;

    Instant now = Instant.parse("2026-01-31T10:00:00Z");
    final List<Call> calls = new ArrayList<>();
    final List<CallKey> droppedCalls = new ArrayList<>();
    final Map<ExchangeId, ExchangeReply> replies = new LinkedHashMap<>();
    final List<AuditEvent> audit = new ArrayList<>();
    final Map<Long, FlowState> ended = new LinkedHashMap<>();
    final List<Transition> transitions = new ArrayList<>();

    /**
     * Where it is set, ready instances go on in random order, and some steps are lost before their commit; only counts
     * are kept of what was committed.
     */
    Random disorder;

    /** Steps that were committed. */
    int steps;

    /** Completed activities by name. */
    final Map<String, Integer> completions = new HashMap<>();

    private final Set<String> seen = new HashSet<>();

    /** What is recorded. */
    AuditLevels levels = AuditLevels.PRODUCTION;

    /** Answers each call as it is made; null leaves it open. */
    Function<Call, ExchangeReply> partner = call -> null;

    private static final class Home {
        final Map<String, byte[]> rows = new HashMap<>();
        final Map<String, String> subscriptions = new LinkedHashMap<>();
        final Map<String, Instant> timers = new TreeMap<>();
        final List<Message> messages = new ArrayList<>();
        long version;
        long flow;
        boolean touched;
    }

    World(ProcessDefinition process) {
        this.process = process;
    }

    /** An instance of the process in this world. */
    static InstanceRef ref(long instance, long flow) {
        return new InstanceRef(instance, flow, COMPONENT, "");
    }

    long id() {
        return ++lastId;
    }

    // In

    /** A message that starts an instance, or finds one, or waits; gives the exchange under which a reply will come. */
    ExchangeId send(String link, String operation, MessageValue value) {
        return send(link, operation, value, null, null);
    }

    ExchangeId send(String link, String operation, MessageValue value, String conversation, String callback) {
        return send(null, link, operation, value, conversation, callback);
    }

    /** @param key under which it counts once, however often it is sent; null for none */
    ExchangeId send(
            String key, String link, String operation, MessageValue value, String conversation, String callback) {
        ExchangeId exchange = ExchangeId.ofRequest(id());
        long creates = process.creates(link, operation) ? id() : 0;
        List<String> keys = process.keys(COMPONENT, link, operation, value, conversation);
        route(Message.to(COMPONENT, link, operation)
                .id(id())
                .key(key)
                .flow(id())
                .span(77)
                .keys(keys)
                .creates(creates)
                .replyTo(exchange)
                .callback(callback)
                .conversation(conversation)
                .payload(value.toBytes())
                .received(now)
                .build());
        run();
        return exchange;
    }

    /** A message that a call of an instance brings: it may come again, under the same key. */
    void carryOut(Call call, String link, String operation) {
        calls.remove(call);
        route(Message.to(COMPONENT, link, operation)
                .id(id())
                .key("call:" + call.key())
                .flow(call.flow())
                .span(77)
                .keys(process.keys(COMPONENT, link, operation, MessageValue.fromBytes(call.payload()), null))
                .creates(id())
                .conversation(call.key().toString())
                .payload(call.payload())
                .received(now)
                .build());
    }

    /** Lets instances go on until all wait. */
    void settle() {
        run();
    }

    void answer(Call call, MessageValue value) {
        answer(call, null, value);
    }

    void answer(Call call, String fault, MessageValue value) {
        assertTrue(calls.remove(call), "the call is open");
        answerOnce(call, fault, value);
    }

    /** An answer that may have come before; then it changes nothing. */
    void answerOnce(Call call, String fault, MessageValue value) {
        calls.remove(call);
        Home home = homes.get(call.instance());
        if (seen.add("reply:" + call.key()) && home != null) {
            home.messages.add(Message.reply(call, id(), call.span(), now)
                    .fault(fault, fault == null ? null : "")
                    .payload(value.toBytes())
                    .build());
            home.touched = true;
        }
        run();
    }

    void pass(Duration time) {
        now = now.plus(time);
        run();
    }

    Call onlyCall() {
        assertEquals(1, calls.size(), "open calls");
        return calls.get(0);
    }

    ExchangeReply reply(ExchangeId exchange) {
        ExchangeReply reply = replies.get(exchange);
        assertNotNull(reply, "no reply yet to " + exchange);
        return reply;
    }

    int live() {
        return homes.size();
    }

    int waitingMessages() {
        return undelivered.size();
    }

    Map<String, byte[]> rows() {
        assertEquals(1, homes.size());
        return homes.values().iterator().next().rows;
    }

    List<String> subscriptions() {
        return homes.values().stream()
                .flatMap(home -> home.subscriptions.values().stream())
                .toList();
    }

    Map<String, Instant> timers() {
        Map<String, Instant> all = new TreeMap<>();
        homes.values().forEach(home -> all.putAll(home.timers));
        return all;
    }

    // The dispatcher

    private void route(Message message) {
        if (message.key() == null || seen.add(message.key())) {
            deliver(message);
        }
    }

    private void deliver(Message message) {
        for (Home home : homes.values()) {
            for (Map.Entry<String, String> subscription : home.subscriptions.entrySet()) {
                if (message.keys().contains(subscription.getValue())) {
                    home.subscriptions.remove(subscription.getKey());
                    home.messages.add(message);
                    home.touched = true;
                    return;
                }
            }
        }
        if (message.creates() != 0) {
            Home home = new Home();
            home.flow = message.flow();
            home.messages.add(message);
            home.touched = true;
            process.awaited(
                            COMPONENT,
                            message.partnerLink(),
                            message.operation(),
                            MessageValue.fromBytes(message.payload()))
                    .forEach(awaited -> home.subscriptions.put(awaited.name(), awaited.key()));
            homes.put(message.creates(), home);
            return;
        }
        undelivered.add(message);
    }

    private void run() {
        for (int rounds = 0; rounds < 100_000; rounds++) {
            Long instance = ready();
            if (instance == null) {
                return;
            }
            step(instance);
        }
        throw new AssertionError("the process does not come to rest");
    }

    private Long ready() {
        List<Long> all = new ArrayList<>();
        for (Map.Entry<Long, Home> entry : homes.entrySet()) {
            Home home = entry.getValue();
            if (home.touched || hasDueTimer(home)) {
                all.add(entry.getKey());
            }
        }
        if (all.isEmpty()) {
            return null;
        }
        return all.get(disorder == null ? 0 : disorder.nextInt(all.size()));
    }

    private boolean hasDueTimer(Home home) {
        for (Instant due : home.timers.values()) {
            if (!due.isAfter(now)) {
                return true;
            }
        }
        return false;
    }

    private void step(long instance) {
        Home home = homes.get(instance);
        home.touched = false;
        List<Timer> due = home.timers.entrySet().stream()
                .filter(timer -> !timer.getValue().isAfter(now))
                .map(timer -> new Timer(timer.getKey(), timer.getValue()))
                .toList();
        StateRows rows = home.rows::get;
        ClaimedInstance work = new ClaimedInstance(
                ref(instance, home.flow),
                home.version,
                home.version == 0 ? StateRows.NONE : rows,
                List.copyOf(home.messages),
                due);
        long before = lastId;
        List<InstanceEvent> events = new ArrayList<>();
        Transition transition = InstanceStep.run(process.graph(), work, () -> now, this::id, levels, null, events::add)
                .transition();
        assertReplayed(transition, events);
        if (disorder == null || disorder.nextBoolean()) {
            long after = lastId;
            lastId = before;
            assertSame(transition, new ProcessEngine(this::id, () -> now, levels).advance(process, work));
            assertEquals(after, lastId);
        }
        if (disorder != null && disorder.nextInt(4) == 0) {
            // The machine dies before the commit: all is handed out again.
            home.touched = true;
            return;
        }
        commit(home, transition);
    }

    /** The events of a step, applied to the rows as they were, give the rows as they are now: nothing else did. */
    private void assertReplayed(Transition transition, List<InstanceEvent> events) {
        if (transition.state() != FlowState.RUNNING) {
            return;
        }
        ClaimedInstance work = transition.claimed();
        Instance replayed =
                work.isNew() ? Instance.fresh(process.graph()) : Instance.stored(process.graph(), work.state());
        events.forEach(event -> event.apply(replayed));
        assertSame(transition.rowsPut(), replayed.changedRows());
        assertEquals(transition.rowsRemoved(), replayed.removedRows());
    }

    private static void assertSame(Map<String, byte[]> rows, Map<String, byte[]> others) {
        assertEquals(rows.keySet(), others.keySet());
        rows.forEach((row, bytes) -> assertArrayEquals(bytes, others.get(row), () -> "row " + row));
    }

    /** A step that is done again after a crash does the same. */
    private static void assertSame(Transition lost, Transition again) {
        assertEquals(lost.state(), again.state());
        assertSame(lost.rowsPut(), again.rowsPut());
        assertEquals(lost.messagesConsumed(), again.messagesConsumed());
        assertEquals(lost.subscriptionsAdded(), again.subscriptionsAdded());
        assertEquals(lost.timersSet(), again.timersSet());
        assertEquals(
                lost.calls().stream().map(Call::key).toList(),
                again.calls().stream().map(Call::key).toList());
        assertEquals(lost.audit(), again.audit());
    }

    private void commit(Home home, Transition transition) {
        steps++;
        for (AuditEvent event : transition.audit()) {
            if (event.kind() == AuditEvent.Kind.ACTIVITY_COMPLETED) {
                completions.merge(event.name(), 1, Integer::sum);
            }
        }
        if (disorder == null) {
            transitions.add(transition);
            audit.addAll(transition.audit());
        }
        home.version++;
        home.messages.removeIf(message -> transition.messagesConsumed().contains(message.id()));
        home.rows.putAll(transition.rowsPut());
        transition.rowsRemoved().forEach(home.rows::remove);
        transition.timersEnded().forEach(home.timers::remove);
        transition.timersSet().forEach(timer -> home.timers.put(timer.name(), timer.due()));
        transition.subscriptionsEnded().forEach(home.subscriptions::remove);
        transition.replies().forEach(reply -> replies.put(reply.exchange(), reply));
        droppedCalls.addAll(transition.callsDropped());
        calls.removeIf(call -> transition.callsDropped().contains(call.key()));
        if (transition.state().ended()) {
            homes.remove(transition.claimed().instance());
            ended.put(transition.claimed().instance(), transition.state());
        } else {
            for (Subscription subscription : transition.subscriptionsAdded()) {
                home.subscriptions.put(subscription.name(), subscription.key());
            }
            for (Message message : List.copyOf(undelivered)) {
                undelivered.remove(message);
                deliver(message);
            }
        }
        transition.signals().forEach(this::route);
        for (Call call : transition.calls()) {
            calls.add(call);
            ExchangeReply answer = partner.apply(call);
            if (answer != null && call.oneWay()) {
                calls.remove(call);
            } else if (answer != null) {
                answerLater(call, answer);
            }
        }
    }

    private void answerLater(Call call, ExchangeReply answer) {
        calls.remove(call);
        Home home = homes.get(call.instance());
        if (home != null) {
            home.messages.add(Message.reply(call, id(), call.span(), now)
                    .fault(answer.fault(), answer.reason())
                    .payload(answer.payload())
                    .build());
            home.touched = true;
        }
    }

    // The audit

    /** The audit as lines {@code KIND name detail}, without the events of instances. */
    List<String> story() {
        return audit.stream()
                .filter(event -> !event.kind().name().startsWith("INSTANCE"))
                .map(event -> event.kind().name().replace("ACTIVITY_", "") + " " + event.name()
                        + (Objects.equals(event.detail(), event.name()) || event.detail() == null
                                ? ""
                                : " | " + event.detail()))
                .toList();
    }

    FlowState end() {
        assertEquals(1, ended.size(), "ended instances");
        return ended.values().iterator().next();
    }
}
