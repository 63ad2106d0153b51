package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Turn.Arrival;
import dev.weir.store.Turn.Order;
import dev.weir.store.Turn.Sequence;
import dev.weir.store.Turn.Window;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.TestSeed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that wait for their turns. */
class CallQueuesTest {
    private static final Order ARRIVAL = new Arrival();
    private static final Order FROM_ONE = new Sequence(1, 1, null);

    @TempDir
    Path folder;

    private volatile Instant now = StoreFixtures.T0;
    private Store store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder, () -> now);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        open();
    }

    /** A message whose instance ends at once and leaves a call behind; returns the flow. */
    private long enter(String queue, Order order, long position) {
        long flow = store.newId();
        assertEquals(
                Store.CommitOutcome.DONE, entering(flow, queue, order, position).join());
        return flow;
    }

    private CompletableFuture<Store.CommitOutcome> entering(long flow, String queue, Order order, long position) {
        Message message =
                StoreFixtures.draft(store, flow).creates(store.newId()).message();
        ClaimedInstance created = ClaimedInstance.created(message, "");
        Call call = Call.of(new CallKey(created.instance(), 0), created.ref(), "target", Long.toString(position))
                .oneWay(true)
                .turn(new Turn(queue, order, position))
                .build();
        Transition step = Transition.of(created)
                .state(FlowState.COMPLETED)
                .messagesConsumed(List.of(message.id()))
                .calls(List.of(call))
                .build();
        return store.startInstances(List.of(new InstanceStart(StoreFixtures.inbound(message), step)), null);
    }

    private List<Call> lease() {
        return store.leaseCalls(1_000, now);
    }

    private void done(Call call) {
        store.completeCall(call, null, List.of()).join();
    }

    /** Leases and ends calls until nothing is due; the positions in the order of the leases. */
    private List<Long> drained() {
        List<Long> order = new ArrayList<>();
        for (List<Call> leased = lease(); !leased.isEmpty(); leased = lease()) {
            for (Call call : leased) {
                order.add(Long.parseLong(call.operation()));
                done(call);
            }
        }
        return order;
    }

    private FlowState state(long flow) {
        return store.flow(flow).orElseThrow().state();
    }

    @Test
    void oneCallOfAQueueIsLeasedAtATimeInTheOrderOfArrival() {
        enter("a", ARRIVAL, 3);
        enter("a", ARRIVAL, 1);
        enter("b", ARRIVAL, 2);
        List<Call> first = lease();
        assertEquals(List.of("3", "2"), first.stream().map(Call::operation).toList());
        assertEquals(List.of(), lease());
        done(first.get(0));
        assertEquals(List.of(1L), drained());
    }

    @Test
    void aCallThatIsTriedAgainKeepsItsTurn() {
        enter("a", ARRIVAL, 1);
        enter("a", ARRIVAL, 2);
        Call call = lease().get(0);
        store.retryCall(call, now.plusSeconds(5), List.of()).join();
        assertEquals(List.of(), lease());
        now = now.plusSeconds(5);
        assertEquals(List.of(1L, 2L), drained());
    }

    @Test
    void aLeasedCallKeepsItsTurnOverACrash() {
        enter("a", ARRIVAL, 1);
        enter("a", ARRIVAL, 2);
        assertEquals(1, lease().size());
        reopen();
        assertEquals(List.of(1L, 2L), drained());
    }

    @Test
    void aSequenceWaitsForTheMissingPosition() {
        enter("a", FROM_ONE, 3);
        enter("a", FROM_ONE, 2);
        assertEquals(List.of(), lease());
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(List.of(new CallQueue("a", 1, 2, 2, now, false)), store.heldQueues(10));
        enter("a", FROM_ONE, 1);
        assertEquals(List.of(1L, 2L, 3L), drained());
        assertEquals(List.of(), store.heldQueues(10));
    }

    @Test
    void aSequenceRemembersItsPositionWhenItIsEmpty() {
        enter("a", FROM_ONE, 1);
        assertEquals(List.of(1L), drained());
        reopen();
        enter("a", FROM_ONE, 3);
        assertEquals(List.of(), drained());
        enter("a", FROM_ONE, 2);
        assertEquals(List.of(2L, 3L), drained());
    }

    @Test
    void anOperatorLetsASequenceGoOnWithTheNextPositionThatIsThere() {
        Order patient = new Sequence(10, 10, Duration.ofMinutes(1));
        enter("a", patient, 30);
        enter("a", patient, 50);
        assertFalse(store.heldQueues(1).get(0).overdue());
        now = now.plusSeconds(61);
        assertTrue(store.heldQueues(1).get(0).overdue());
        assertTrue(store.skip("a").join());
        assertEquals(List.of(30L), drained());
        assertTrue(store.skip("a").join());
        assertEquals(List.of(50L), drained());
        assertFalse(store.skip("a").join());
        assertFalse(store.skip("there is none").join());
    }

    @Test
    void aPositionThatHasPassedIsGivenUpAndItsFlowHasFailed() {
        long first = enter("a", FROM_ONE, 1);
        long again = enter("a", FROM_ONE, 1);
        long early = enter("a", FROM_ONE, 0);
        assertEquals(List.of(1L), drained());
        assertEquals(FlowState.COMPLETED, state(first));
        for (long flow : List.of(again, early)) {
            assertEquals(FlowState.FAULTED, state(flow));
            assertEquals(AuditEvent.Kind.CALL_FAILED, store.history(flow).get(0).kind());
        }
        assertEquals(0, store.counts().openCalls());
    }

    @Test
    void theEndsOfTheNumbersDoNoHarm() {
        enter("a", new Sequence(Long.MAX_VALUE, Long.MAX_VALUE, null), Long.MAX_VALUE);
        long least = enter("a", new Sequence(Long.MAX_VALUE, Long.MAX_VALUE, null), Long.MIN_VALUE);
        enter("w", new Window(Duration.ofSeconds(Long.MAX_VALUE)), Long.MIN_VALUE);
        assertEquals(List.of(Long.MAX_VALUE), drained());
        assertEquals(FlowState.FAULTED, state(least));
        assertThrows(IllegalArgumentException.class, () -> new Sequence(1, 0, null));
        assertThrows(IllegalArgumentException.class, () -> new Window(Duration.ofSeconds(-1)));
    }

    @Test
    void aWindowPutsWhatCameWithinItInOrder() {
        Order window = new Window(Duration.ofSeconds(10));
        enter("a", window, 5);
        now = now.plusSeconds(9);
        enter("a", window, 3);
        enter("a", window, 9);
        now = now.plusSeconds(1).plusMillis(500);
        // Within the tenth that is added: with the others as far as it is not beyond them.
        enter("a", window, 4);
        enter("a", window, 12);
        assertEquals(List.of(), lease());
        now = now.plusMillis(500);
        assertEquals(List.of(3L, 4L, 5L, 9L), drained());
        assertEquals(Optional.of(StoreFixtures.T0.plusMillis(10_500 + 11_000)), store.nextDue());
        now = now.plusSeconds(20);
        assertEquals(List.of(12L), drained());
    }

    @Test
    void aCallGivesWayAlsoInATransactionThatIsRunAgain() {
        Order window = new Window(Duration.ofSeconds(10));
        enter("a", window, 5);
        CountDownLatch go = BusyStore.block(store);
        var first = entering(store.newId(), "a", window, 3);
        var refused = store.audit(List.of(StoreFixtures.refused()));
        var last = entering(store.newId(), "a", window, 2);
        go.countDown();
        first.join();
        last.join();
        assertThrows(CompletionException.class, refused::join);
        now = now.plusSeconds(11);
        assertEquals(List.of(2L, 3L, 5L), drained());
    }

    @Test
    void withoutAWindowTheLeastPositionThatIsThereIsNext() {
        Order none = new Window(Duration.ZERO);
        enter("a", none, 7);
        Call first = lease().get(0);
        enter("a", none, 9);
        enter("a", none, 2);
        assertEquals(List.of(), lease());
        done(first);
        assertEquals(List.of(2L, 9L), drained());
    }

    @Test
    void manyShuffledQueuesKeepTheirOrderThroughCrashesAndRetries() {
        Random random = new Random(TestSeed.of(CallQueuesTest.class));
        Map<String, List<Long>> expected = new HashMap<>();
        List<Map.Entry<String, Long>> arrivals = new ArrayList<>();
        for (int queue = 0; queue < 20; queue++) {
            for (long position = 1; position <= 20; position++) {
                arrivals.add(Map.entry("queue" + queue, position));
                expected.computeIfAbsent("queue" + queue, name -> new ArrayList<>())
                        .add(position);
            }
        }
        Collections.shuffle(arrivals, random);
        Map<Long, String> queueOfFlow = new LinkedHashMap<>();
        Map<String, List<Long>> seen = new HashMap<>();
        Set<String> open = new HashSet<>();
        List<Call> leased = new ArrayList<>();
        while (!arrivals.isEmpty() || store.counts().openCalls() > 0) {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    if (!arrivals.isEmpty()) {
                        Map.Entry<String, Long> arrival = arrivals.remove(arrivals.size() - 1);
                        queueOfFlow.put(enter(arrival.getKey(), FROM_ONE, arrival.getValue()), arrival.getKey());
                    }
                }
                case 2, 3 -> {
                    for (Call call : lease()) {
                        assertTrue(open.add(queueOfFlow.get(call.flow())), "two calls of one queue at a time");
                        leased.add(call);
                    }
                }
                case 4 -> {
                    if (!leased.isEmpty()) {
                        Call call = leased.remove(random.nextInt(leased.size()));
                        String queue = queueOfFlow.get(call.flow());
                        open.remove(queue);
                        if (random.nextBoolean()) {
                            done(call);
                            seen.computeIfAbsent(queue, name -> new ArrayList<>())
                                    .add(Long.parseLong(call.operation()));
                        } else {
                            store.retryCall(call, now, List.of()).join();
                        }
                    }
                }
                default -> {
                    if (random.nextInt(20) == 0) {
                        reopen();
                        leased.clear();
                        open.clear();
                    }
                }
            }
        }
        assertEquals(expected, seen);
    }
}
