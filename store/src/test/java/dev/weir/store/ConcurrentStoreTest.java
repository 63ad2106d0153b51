package dev.weir.store;

import static dev.weir.store.StoreFixtures.COMPONENT;
import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.call;
import static dev.weir.store.StoreFixtures.draft;
import static dev.weir.store.StoreFixtures.replyTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many threads at once: some take orders in, some send the confirmation that each order waits for (often before it
 * does), some take the steps, some carry out the calls. Each order ends once it has its confirmation, the reply to its
 * call and its alarm.
 */
class ConcurrentStoreTest {
    private static final int SENDERS = 3;
    private static final int ORDERS_EACH = 60;
    private static final int WORKERS = 3;
    private static final int CALLERS = 2;

    @TempDir
    Path folder;

    private final Map<Long, Boolean> inHand = new ConcurrentHashMap<>();
    private final Map<String, Boolean> callsInHand = new ConcurrentHashMap<>();
    private final Map<Long, Long> versions = new ConcurrentHashMap<>();
    private final Set<Long> ids = ConcurrentHashMap.newKeySet();
    private final Set<Long> consumed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicBoolean stop = new AtomicBoolean();

    @Test
    @Timeout(120)
    void nothingIsLostAndNothingIsDoneTwice() throws Exception {
        int orders = SENDERS * ORDERS_EACH;
        CountDownLatch allEnded = new CountDownLatch(orders);
        try (Store store = SqliteStore.open(folder)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                int sender = i;
                threads.add(start(() -> sendOrders(store, sender)));
                threads.add(start(() -> sendConfirmations(store, sender)));
            }
            for (int i = 0; i < WORKERS; i++) {
                threads.add(start(() -> work(store, allEnded)));
            }
            for (int i = 0; i < CALLERS; i++) {
                threads.add(start(() -> carryOut(store)));
            }
            while (!allEnded.await(100, TimeUnit.MILLISECONDS) && failure.get() == null) {
                // Until all have ended or something went wrong.
            }
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertNull(failure.get());
            assertEquals(orders, ended.get());
            // Each order took its order, its confirmation and its reply in, each once.
            assertEquals(3 * orders, consumed.size());
            StoreCounts counts = store.counts();
            assertEquals(new StoreCounts(0, 0, 0, 0, 0, orders, counts.auditEvents()), counts);
            assertEquals(
                    orders,
                    store.flows(new FlowFilter(FlowState.COMPLETED, null, null, null), 0, 1_000)
                            .size());
        }
    }

    private Thread start(Runnable body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
        thread.start();
        return thread;
    }

    private long newId(Store store) {
        long id = store.newId();
        assertTrue(ids.add(id), "id handed out twice: " + id);
        return id;
    }

    private void sendOrders(Store store, int sender) {
        for (int i = 0; i < ORDERS_EACH; i++) {
            draft(store, newId(store))
                    .creates(newId(store))
                    .key("order " + sender + "/" + i)
                    .conversation(sender + "/" + i)
                    .send();
        }
    }

    private void sendConfirmations(Store store, int sender) {
        for (int i = 0; i < ORDERS_EACH; i++) {
            draft(store, newId(store)).keys(sender + "/" + i, "unused").send();
        }
    }

    private void work(Store store, CountDownLatch allEnded) {
        while (!stop.get()) {
            List<ClaimedInstance> works = store.claim(4, T0.plusSeconds(60));
            for (ClaimedInstance work : works) {
                assertNull(inHand.put(work.instance(), true), "handed out twice: " + work.instance());
                Long before = versions.put(work.instance(), work.version());
                assertEquals(before == null ? 0 : before + 1, work.version());
                for (Message message : work.messages()) {
                    assertTrue(consumed.add(message.id()), "given twice");
                }
            }
            for (ClaimedInstance work : works) {
                TransitionDraft step = step(work);
                boolean last = step.transition().state().ended();
                inHand.remove(work.instance());
                assertEquals(Store.CommitOutcome.DONE, step.commit(store));
                if (last) {
                    ended.incrementAndGet();
                    allEnded.countDown();
                }
            }
            if (works.isEmpty()) {
                pause();
            }
        }
    }

    /** The state counts what has come; the fourth thing is the last. */
    private static TransitionDraft step(ClaimedInstance work) {
        byte[] row = work.state().get("come");
        int come = row == null ? 0 : Integer.parseInt(new String(row, java.nio.charset.StandardCharsets.UTF_8));
        come += work.messages().size() + work.timers().size();
        TransitionDraft step = TransitionDraft.of(work).put("come", Integer.toString(come));
        if (work.isNew()) {
            step.subscribe("confirmation", work.messages().get(0).conversation())
                    .call(call(work, 1, false))
                    .timer("alarm", T0);
        }
        return come == 4 ? step.end(FlowState.COMPLETED) : step;
    }

    private void carryOut(Store store) {
        while (!stop.get()) {
            List<Call> calls = store.leaseCalls(4, T0.plusSeconds(60));
            for (Call call : calls) {
                assertEquals(COMPONENT, call.component());
                assertNull(callsInHand.put(call.key() + "#" + call.attempt(), true), "leased twice: " + call.key());
                if (call.attempt() == 0) {
                    store.retryCall(call, T0.plus(Duration.ofSeconds(1)), List.of())
                            .join();
                } else {
                    store.completeCall(call, replyTo(store, call).message(), List.of())
                            .join();
                }
            }
            if (calls.isEmpty()) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
