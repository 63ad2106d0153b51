package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools are limits: what finds no thread waits in the store, and no process can keep another from its turn. */
@Tag("slow")
@Tag("jdk")
class DispatchTest {
    private static final int SLOW = 300;
    private static final int QUICK = 100;
    private static final Duration LONG = Duration.ofMinutes(10);

    /** Some hundred activities. */
    private static final String SLOWLY = """
            <assign><copy><from>0</from><to>$i</to></copy></assign>
            <while>
              <condition>$i &lt; 400</condition>
              <assign><copy><from>$i + 1</from><to>$i</to></copy></assign>
            </while>""";

    @TempDir
    Path folder;

    private static long done(OrderDesk desk, String composite) {
        return desk.flows(composite).stream()
                .filter(flow -> flow.state() == FlowState.COMPLETED)
                .count();
    }

    private static Instant lastDone(OrderDesk desk) {
        return desk.flows("Quick").stream()
                .map(FlowSummary::modified)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** By the store's times: however late this thread comes to look, it counts the same. */
    private static long slowDoneBefore(OrderDesk desk, Instant end) {
        return desk.flows("Slow").stream()
                .filter(flow ->
                        flow.state() == FlowState.COMPLETED && !flow.modified().isAfter(end))
                .count();
    }

    @Test
    void aPoolOfOneTakesAllMessagesAtOnceAndLetsProcessesTakeTurns() {
        try (OrderDesk desk =
                new OrderDesk(folder, RuntimeSettings.DEFAULT.withDispatcher(new DispatcherThreads(1, 1, 1)))) {
            desk.deploy("Slow", new Part("P", process("P", "tell", SLOWLY), Map.of()));
            desk.deploy("Quick", new Part("P", process("P", "tell", "<empty/>"), Map.of()));
            desk.runtime.open();
            // All messages are taken before anything is dispatched, so that no machine is too slow or too fast for the
            // test.
            for (int i = 0; i < SLOW; i += 100) {
                List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
                for (int j = 0; j < 100; j++) {
                    sent.add(desk.sendLater("Slow", "tell", "order"));
                }
                sent.forEach(reply -> assertEquals(202, reply.join().statusCode()));
            }
            for (int j = 0; j < QUICK; j++) {
                assertEquals(202, desk.send("Quick", "tell", "order").statusCode());
            }
            assertEquals(0, done(desk, "Slow"), "acceptance does not wait for what is done");
            desk.runtime.start();
            eventually("the quick ones are done", LONG, () -> done(desk, "Quick") == QUICK);
            assertTrue(slowDoneBefore(desk, lastDone(desk)) < SLOW, "the quick ones do not wait for all the slow ones");
            desk.runtime.tuning().change(Map.of(DispatcherThreads.INVOKE, "4"), "test");
            eventually("nothing is lost", LONG, () -> done(desk, "Slow") == SLOW);
        }
    }

    @Test
    void aPoolRunsSoManyTasksAtOnceAsItsLimitSaysAlsoWhenThatChanges() throws InterruptedException {
        try (LimitedExecutor pool = new LimitedExecutor("test", 2)) {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(300);
            for (int i = 0; i < 300; i++) {
                if (i == 100) {
                    pool.limit(5);
                }
                pool.execute("one", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.yield();
                    running.decrementAndGet();
                    ended.countDown();
                });
            }
            ended.await();
            assertTrue(most.get() <= 5, "at once: " + most);
            pool.limit(1);
            most.set(0);
            CountDownLatch again = new CountDownLatch(50);
            for (int i = 0; i < 50; i++) {
                pool.execute("one", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.yield();
                    running.decrementAndGet();
                    again.countDown();
                });
            }
            again.await();
            assertTrue(most.get() <= 2, "one, and perhaps the last of those before: " + most);
        }
    }

    @Test
    void aPoolKnowsHowManyTasksItDoesAndHowManyWait() throws InterruptedException {
        try (LimitedExecutor pool = new LimitedExecutor("test", 2)) {
            CountDownLatch begun = new CountDownLatch(2);
            CountDownLatch end = new CountDownLatch(1);
            for (int i = 0; i < 5; i++) {
                pool.execute("one", () -> {
                    begun.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            begun.await();
            assertEquals(List.of(2, 3), List.of(pool.active(), pool.pending()));
            end.countDown();
            eventually("all are done", () -> pool.active() == 0 && pool.pending() == 0);
        }
    }

    @Test
    void theThreadsOfAPoolAreSharedByOwners() throws InterruptedException {
        try (LimitedExecutor pool = new LimitedExecutor("test", 6)) {
            CountDownLatch end = new CountDownLatch(1);
            for (int i = 0; i < 20; i++) {
                pool.execute("loops", () -> awaited(end));
            }
            eventually("a third of the threads is kept for others", () -> pool.active() == 4 && pool.pending() == 16);
            CountDownLatch other = new CountDownLatch(1);
            pool.execute("orders", other::countDown);
            assertTrue(
                    other.await(1, TimeUnit.MINUTES), "one that comes late does not wait for the end of any of them");
            end.countDown();
            eventually("all are done", () -> pool.active() == 0 && pool.pending() == 0);
        }
    }

    @Test
    void anOwnerWithManyTasksLetsOthersHaveTheirTurns() throws InterruptedException {
        try (LimitedExecutor pool = new LimitedExecutor("test", 1)) {
            CountDownLatch begin = new CountDownLatch(1);
            CountDownLatch all = new CountDownLatch(7);
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            pool.execute("one", () -> awaited(begin));
            for (String task : List.of("one 1", "one 2", "one 3", "two 1", "two 2", "three 1", "three 2")) {
                pool.execute(task.substring(0, task.indexOf(' ')), () -> {
                    order.add(task);
                    all.countDown();
                });
            }
            begin.countDown();
            assertTrue(all.await(1, TimeUnit.MINUTES));
            List<String> first = order.subList(0, 3);
            assertTrue(first.contains("two 1") && first.contains("three 1"), order.toString());
            assertEquals("one 3", order.get(6), "the one with the most tasks is last");
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void threadsAreKnownByOraclesNames() {
        assertEquals(
                new DispatcherThreads(2, 7, 30), DispatcherThreads.DEFAULT.with(Map.of("dispatcherInvokeThreads", 7)));
        assertEquals(
                "there are no threads called dispatcherThreads; there are dispatcherSystemThreads,"
                        + " dispatcherInvokeThreads, dispatcherEngineThreads",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> DispatcherThreads.DEFAULT.with(Map.of("dispatcherThreads", 7)))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new DispatcherThreads(2, 0, 30));
    }
}
