package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of random operations, each done to the real store and to the one in plain collections, and every answer
 * compared. A failure names its seed; {@code -Dweir.seed} runs it again.
 */
@Tag("sized")
class RandomizedStoreTest {
    private static final int OPERATIONS = TestSize.of("weir.operations", 1_500, 30_000);
    private static final int FLOWS = 40;
    private static final String[] KEYS = {"a", "b", "c", "d", "e"};
    private static final String[] NAMES = {"x", "y", "z"};

    private record Held(ClaimedInstance real, ClaimedInstance model) {}

    @TempDir
    Path folder;

    private Random random;
    private Instant now = StoreFixtures.T0;
    private Store real;
    private Store model;
    private long nextId = 1;
    private final List<Long> flows = new ArrayList<>();
    private final List<Long> instances = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final List<Held> old = new ArrayList<>();
    private final List<Call> leased = new ArrayList<>();
    private final List<ExchangeId.OfCall> exchanges = new ArrayList<>();

    @RepeatedTest(2)
    void theStoreAnswersAsTheModelDoes() {
        long seed = TestSeed.of(RandomizedStoreTest.class);
        random = new Random(seed);
        open();
        int operation = 0;
        try {
            for (; operation < OPERATIONS; operation++) {
                step();
                assertEquals(model.counts(), real.counts());
                assertEquals(model.nextDue(), real.nextDue());
            }
            reopen();
            flows.forEach(this::compareFlow);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ", operation " + operation + ": " + e.getMessage(), e);
        } finally {
            real.close();
            model.close();
        }
    }

    private void open() {
        real = SqliteStore.open(folder, () -> now);
        model = MemoryStore.open(folder, () -> now);
    }

    private void reopen() {
        real.close();
        model.close();
        held.clear();
        leased.clear();
        open();
    }

    private void step() {
        switch (random.nextInt(40)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> accept();
            case 9, 10, 11, 12, 13 -> claim();
            case 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 -> commit();
            case 24 -> release();
            case 25, 26, 27 -> lease();
            case 28, 29, 30 -> complete();
            case 31 -> retry();
            case 32 -> now = now.plusMillis(random.nextInt(30_000));
            case 33 -> acceptAFlow();
            case 34 -> compareFlow(anyFlow());
            case 35 -> compareFlows();
            case 36 -> compareReply();
            case 37 -> audit();
            case 38 -> {
                if (random.nextInt(8) == 0) {
                    purge();
                }
            }
            default -> {
                if (random.nextInt(6) == 0) {
                    reopen();
                }
            }
        }
    }

    /** Does the same to both; they answer the same, or both fail. */
    private <T> T both(Function<Store, T> operation) {
        Optional<T> expected = attempt(model, operation);
        Optional<T> actual = attempt(real, operation);
        assertEquals(expected, actual);
        return expected.orElse(null);
    }

    private static <T> Optional<T> attempt(Store store, Function<Store, T> operation) {
        try {
            return Optional.ofNullable(operation.apply(store));
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Asks both to write the same; they answer the same, or both fail. */
    private <T> void bothWrite(Function<Store, CompletableFuture<T>> request) {
        assertEquals(attempt(model, store -> request.apply(store).join()), attemptToWrite(request));
    }

    /** At times in one transaction with a request that fails, for which all of the transaction are run again. */
    private <T> Optional<T> attemptToWrite(Function<Store, CompletableFuture<T>> request) {
        if (!oneIn(4)) {
            return attempt(real, store -> request.apply(store).join());
        }
        CountDownLatch go = BusyStore.block(real);
        CompletableFuture<T> done = request.apply(real);
        CompletableFuture<Void> refused = real.audit(List.of(StoreFixtures.refused()));
        go.countDown();
        assertThrows(CompletionException.class, refused::join);
        return attempt(real, store -> done.join());
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String any(String[] names) {
        return names[random.nextInt(names.length)];
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private Instant soon() {
        return now.plus(random.nextInt(60_000) - 10_000, ChronoUnit.MILLIS);
    }

    private long anyFlow() {
        if (flows.isEmpty() || oneIn(3)) {
            long flow = nextId++;
            flows.add(flow);
            if (flows.size() > FLOWS) {
                flows.remove(0);
            }
            return flow;
        }
        return any(flows);
    }

    private Message message(long flow) {
        List<String> keys = new ArrayList<>();
        for (int i = random.nextInt(4); i > 1; i--) {
            keys.add(any(KEYS));
        }
        boolean addressed = !instances.isEmpty() && oneIn(4);
        boolean creates = oneIn(3);
        long created = 0;
        if (creates) {
            created = oneIn(20) && !instances.isEmpty() ? any(instances) : nextId++;
            instances.add(created);
        }
        return Message.to(component(3), "link", "operation")
                .id(nextId++)
                .key(oneIn(3) ? "key " + random.nextInt(200) : null)
                .flow(flow)
                .span(nextId)
                .instance(addressed ? any(instances) : 0)
                .keys(keys)
                .creates(created)
                .replyTo(oneIn(2) ? ExchangeId.ofRequest(nextId) : null)
                .callback(oneIn(2) ? "callback" : null)
                .conversation(oneIn(2) ? "conversation" : null)
                .fault("fault", oneIn(2) ? "why" : null)
                .payload(new byte[] {(byte) nextId})
                .received(soon())
                .build();
    }

    private ComponentId component(int bound) {
        return StoreFixtures.COMPOSITE.component("Component " + random.nextInt(bound));
    }

    private CompositeRevision composite(int bound) {
        return new CompositeRevision("default", "Composite", "1." + random.nextInt(bound));
    }

    private List<AuditEvent> events(long flow) {
        List<AuditEvent> events = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            events.add(new AuditEvent(
                    new AuditSpan(flow, 0, 1, 0, random.nextInt(300)),
                    soon(),
                    AuditEvent.Kind.ofCode(random.nextInt(AuditEvent.Kind.REPLY_UNDELIVERED.code())),
                    component(5),
                    "event " + nextId++,
                    oneIn(2) ? "detail" : null));
        }
        return events;
    }

    private void accept() {
        long flow = anyFlow();
        InboundMessage inbound = new InboundMessage(
                flow,
                composite(3),
                soon(),
                oneIn(20) ? FlowState.FAULTED : FlowState.RUNNING,
                message(flow),
                oneIn(3) ? "" : "definition " + random.nextInt(3),
                oneIn(4) ? List.of(new Subscription("early", any(KEYS))) : List.of(),
                events(flow));
        bothWrite(store -> store.accept(inbound));
    }

    private void acceptAFlow() {
        long flow = anyFlow();
        FlowState state = FlowState.values()[random.nextInt(4)];
        InboundMessage inbound = InboundMessage.ofFlow(flow, composite(3), soon(), state, events(flow));
        bothWrite(store -> store.accept(inbound));
    }

    private void claim() {
        int max = 1 + random.nextInt(6);
        List<ClaimedInstance> expected = model.claim(max, now);
        List<ClaimedInstance> actual = real.claim(max, now);
        assertEquals(
                expected.stream().map(ClaimedInstance::instance).toList(),
                actual.stream().map(ClaimedInstance::instance).toList());
        for (int i = 0; i < expected.size(); i++) {
            compare(expected.get(i), actual.get(i));
            held.add(new Held(actual.get(i), expected.get(i)));
        }
    }

    private static void compare(ClaimedInstance expected, ClaimedInstance actual) {
        assertEquals(expected.flow(), actual.flow());
        assertEquals(expected.component(), actual.component());
        assertEquals(expected.definition(), actual.definition());
        assertEquals(expected.version(), actual.version());
        assertEquals(expected.timers(), actual.timers());
        assertEquals(
                expected.messages().stream().map(Message::id).toList(),
                actual.messages().stream().map(Message::id).toList());
        for (int i = 0; i < expected.messages().size(); i++) {
            StoreContract.assertSame(
                    expected.messages().get(i), actual.messages().get(i));
        }
        for (String name : NAMES) {
            assertArrayEquals(expected.state().get(name), actual.state().get(name));
        }
    }

    private void commit() {
        boolean stale = oneIn(15);
        List<Held> from = stale ? old : held;
        if (from.isEmpty()) {
            return;
        }
        Held mine = from.get(random.nextInt(from.size()));
        held.remove(mine);
        old.add(mine);
        ClaimedInstance work = mine.model;
        FlowState state = oneIn(6) ? FlowState.values()[1 + random.nextInt(3)] : FlowState.RUNNING;
        Map<String, byte[]> put = new LinkedHashMap<>();
        Set<String> removed = new HashSet<>();
        List<Long> consumed = new ArrayList<>();
        List<Timer> timersSet = new ArrayList<>();
        Set<String> timersEnded = new HashSet<>();
        List<Subscription> subscribed = new ArrayList<>();
        Set<String> unsubscribed = new HashSet<>();
        for (String name : NAMES) {
            if (oneIn(3)) {
                put.put(name, ("value " + nextId++).getBytes(StandardCharsets.UTF_8));
            }
            if (oneIn(5)) {
                removed.add(name);
            }
            if (oneIn(4)) {
                timersSet.add(new Timer(name, soon()));
            }
            if (oneIn(3)) {
                timersEnded.add(name);
            }
            if (oneIn(3)) {
                subscribed.add(new Subscription(name, any(KEYS)));
            }
            if (oneIn(3)) {
                unsubscribed.add(name);
            }
        }
        work.messages().stream().filter(message -> !oneIn(4)).forEach(message -> consumed.add(message.id()));
        List<Call> calls = new ArrayList<>();
        List<ExchangeReply> replies = new ArrayList<>();
        Set<CallKey> dropped = new LinkedHashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            CallKey key = new CallKey(work.instance(), oneIn(20) ? 1 : nextId++);
            exchanges.add(new ExchangeId.OfCall(key));
            calls.add(Call.of(key, work.ref(), "link", "operation")
                    .span(nextId)
                    .oneWay(oneIn(2))
                    .address(oneIn(2) ? "address" : null)
                    .payload(new byte[] {(byte) nextId})
                    .due(soon())
                    .build());
        }
        if (!exchanges.isEmpty()) {
            if (oneIn(3)) {
                replies.add(new ExchangeReply(
                        any(exchanges), oneIn(2) ? "fault" : null, oneIn(2) ? "why" : null, new byte[] {(byte) nextId++
                        }));
            }
            if (oneIn(4)) {
                dropped.add(any(exchanges).call());
            }
        }
        List<AuditEvent> audit = events(work.flow());
        boolean suspended = oneIn(4);
        Function<ClaimedInstance, Transition> transition = given -> Transition.of(given)
                .state(state)
                .suspended(suspended)
                .rowsPut(put)
                .rowsRemoved(removed)
                .messagesConsumed(consumed)
                .timersSet(timersSet)
                .timersEnded(timersEnded)
                .subscriptionsAdded(subscribed)
                .subscriptionsEnded(unsubscribed)
                .calls(calls)
                .callsDropped(dropped)
                .replies(replies)
                .audit(audit)
                .build();
        Optional<Store.CommitOutcome> expected = attempt(
                model, store -> store.commit(transition.apply(mine.model)).join());
        Optional<Store.CommitOutcome> actual = attemptToWrite(store -> store.commit(transition.apply(mine.real)));
        assertEquals(expected, actual);
        if (expected.isEmpty()) {
            model.release(mine.model, now);
            real.release(mine.real, now);
        }
    }

    private void release() {
        if (!held.isEmpty()) {
            Held mine = held.remove(random.nextInt(held.size()));
            old.add(mine);
            Instant due = soon();
            model.release(mine.model, due);
            real.release(mine.real, due);
        }
    }

    private void lease() {
        int max = 1 + random.nextInt(4);
        List<Call> expected = model.leaseCalls(max, now);
        List<Call> actual = real.leaseCalls(max, now);
        assertEquals(
                expected.stream().map(call -> call.key() + " " + call.attempt()).toList(),
                actual.stream().map(call -> call.key() + " " + call.attempt()).toList());
        leased.addAll(actual);
    }

    private void complete() {
        if (leased.isEmpty()) {
            return;
        }
        Call call = oneIn(8) ? any(leased) : leased.remove(random.nextInt(leased.size()));
        List<AuditEvent> audit = events(call.flow());
        long first = nextId++;
        long second = nextId++;
        Message reply = Message.reply(call, first, second, soon())
                .payload(new byte[] {1})
                .build();
        Message sent = call.oneWay() ? null : reply;
        bothWrite(store -> store.completeCall(call, sent, audit));
    }

    private void retry() {
        if (!leased.isEmpty()) {
            Call call = leased.remove(random.nextInt(leased.size()));
            Instant due = soon();
            List<AuditEvent> audit = events(call.flow());
            if (oneIn(4)) {
                bothWrite(store -> store.restCall(call, new CallFault("{urn:x}gone", "", new byte[0]), audit));
            } else {
                bothWrite(store -> store.retryCall(call, due, audit));
            }
        }
        List<RestingCall> resting = model.restingCalls(0, 1);
        if (!resting.isEmpty() && oneIn(2)) {
            Call call = resting.get(0).call();
            bothWrite(store -> store.wakeCall(call, null, List.of()));
        }
    }

    private void audit() {
        if (!flows.isEmpty()) {
            List<AuditEvent> events = events(any(flows));
            // Events of flows that are not there any more would never be purged.
            if (!events.isEmpty() && model.flow(events.get(0).flow()).isPresent()) {
                bothWrite(store -> store.audit(events));
            }
        }
    }

    private void purge() {
        Instant before = now.minusSeconds(random.nextInt(60));
        int batch = 1 + random.nextInt(5);
        both(store -> store.purge(before, batch));
    }

    private void compareFlow(long flow) {
        both(store -> store.flow(flow));
        both(store -> store.history(flow).stream()
                .map(RandomizedStoreTest::withoutReason)
                .toList());
    }

    private static AuditEvent withoutReason(AuditEvent event) {
        return event.kind() != AuditEvent.Kind.REPLY_UNDELIVERED
                ? event
                : new AuditEvent(event.where(), event.at(), event.kind(), event.component(), event.name(), null);
    }

    private void compareFlows() {
        FlowFilter filter = new FlowFilter(
                        oneIn(2) ? FlowState.values()[random.nextInt(4)] : null,
                        oneIn(2) ? composite(4) : null,
                        oneIn(3) ? soon().minusSeconds(60) : null,
                        oneIn(3) ? soon() : null)
                .withResting(oneIn(3))
                .withSuspended(oneIn(3));
        int offset = random.nextInt(10);
        int limit = random.nextInt(20);
        both(store -> store.flows(filter, offset, limit));
        FlowPlace after = oneIn(2) ? new FlowPlace(soon().minusSeconds(random.nextInt(60)), anyFlow()) : null;
        both(store -> store.flows(filter, after, limit + 1));
        both(Store::definitionsInUse);
        long flow = anyFlow();
        both(store -> Set.copyOf(store.liveInstances(flow)));
    }

    private void compareReply() {
        if (!exchanges.isEmpty()) {
            ExchangeId exchange = any(exchanges);
            both(store -> store.durableReply(exchange)
                    .map(reply -> reply.fault() + " " + reply.reason() + " " + reply.payload()[0]));
        }
    }
}
