package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for memory which others have: a budget of 1,600 bytes, an eighth of which is not for those who wait. */
class MemoryTurnsTest {
    private static final long MOST = 1_600;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final MemoryBudget budget = new MemoryBudget(MOST, LONG);

    @AfterEach
    void end() throws InterruptedException {
        budget.endWaits();
        threads.shutdown();
        assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES), "somebody waits on");
    }

    /** A request that has taken so much. */
    private MemoryReservation holding(long bytes) {
        MemoryReservation request = budget.reservation();
        request.take(bytes);
        return request;
    }

    private CompletableFuture<Void> inTurn(MemoryReservation request, long bytes) {
        return CompletableFuture.runAsync(() -> request.takeInTurn(bytes), threads);
    }

    /** The same for one that has to wait, once it does. */
    private CompletableFuture<Void> waiting(MemoryReservation request, long bytes) {
        int before = budget.queue.length();
        CompletableFuture<Void> wait = inTurn(request, bytes);
        eventually("it waits", () -> budget.queue.length() == before + 1);
        return wait;
    }

    private static void served(CompletableFuture<Void> wait) throws Exception {
        wait.get(1, TimeUnit.MINUTES);
    }

    private static int refused(CompletableFuture<Void> wait) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> wait.get(1, TimeUnit.MINUTES));
        return assertInstanceOf(MemoryRefusedException.class, failed.getCause()).status();
    }

    private static int refused(MemoryReservation request, long bytes) {
        return assertThrows(MemoryRefusedException.class, () -> request.takeInTurn(bytes))
                .status();
    }

    @Test
    void requestsTakeTheirTurnsInTheOrderInWhichTheyCame() throws Exception {
        List<MemoryReservation> requests = new ArrayList<>(List.of(holding(1_200)));
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            MemoryReservation next = budget.reservation();
            requests.add(next);
            waits.add(waiting(next, 1_200));
        }
        for (int i = 0; i < 7; i++) {
            assertFalse(waits.get(i).isDone());
            requests.get(i).release();
            served(waits.get(i));
            assertEquals(6 - i, budget.queue.length());
            assertEquals(1_200, budget.taken());
        }
        requests.get(7).release();
        assertEquals(0, budget.taken());
    }

    @Test
    void whatNeverFitsIsRefusedAtOnce() {
        MemoryReservation other = holding(1_000);
        assertEquals(413, refused(budget.reservation(), MOST + 1));
        MemoryReservation estimated = budget.reservation();
        estimated.hold(100);
        assertEquals(413, refused(estimated, MOST - 99));
        assertEquals(503, refusedToHold(MOST - 50));
        assertEquals(413, refusedToHold(MOST + 1));
        other.release();
    }

    private int refusedToHold(long bytes) {
        return assertThrows(
                        BodyRefusedException.class, () -> budget.reservation().hold(bytes))
                .status();
    }

    @Test
    void aRequestThatIsAloneMayTakeAllThereIs() {
        MemoryReservation alone = budget.reservation();
        alone.hold(100);
        alone.takeInTurn(MOST - 100);
        assertEquals(MOST, budget.taken());
    }

    @Test
    void anEighthIsLeftToThoseWhoDoNotWait() throws Exception {
        MemoryReservation other = holding(1_200);
        CompletableFuture<Void> wait = waiting(budget.reservation(), 400);
        budget.reservation().hold(400);
        other.release();
        served(wait);
    }

    @Test
    void whoHasWaitedLongEnoughIsRefused() {
        MemoryBudget hasty = new MemoryBudget(MOST, Duration.ofMillis(50));
        MemoryReservation other = hasty.reservation();
        other.take(1_200);
        assertEquals(503, refused(hasty.reservation(), 1_200));
        assertEquals(0, hasty.queue.length());
        other.release();
        hasty.reservation().takeInTurn(1_200);
    }

    @Test
    void whoHoldsSomethingWaitsForWhoGoesOn() throws Exception {
        MemoryReservation one = holding(800);
        MemoryReservation other = holding(800);
        one.takeInTurn(400); // what one may have on top of all
        CompletableFuture<Void> wait = waiting(other, 500);
        one.release();
        served(wait);
        assertEquals(1_300, budget.taken());
    }

    /** Both could go on if the other ended: the second one does not wait for that, and the first one has its turn. */
    @Test
    void requestsDoNotWaitForEachOther() throws Exception {
        MemoryReservation all = holding(MOST);
        MemoryReservation running = holding(300); // what one may have on top
        all.release();
        MemoryReservation one = holding(600);
        MemoryReservation other = holding(600);
        CompletableFuture<Void> wait = waiting(one, 850);
        assertEquals(503, refused(other, 850));
        other.release();
        running.release();
        served(wait);
    }

    @Test
    void aSmallRequestPassesALargeOneButNotForEver() throws Exception {
        MemoryReservation other = holding(1_000);
        MemoryReservation large = budget.reservation();
        CompletableFuture<Void> wait = waiting(large, 1_200);
        int passed = 0;
        MemoryReservation small = budget.reservation();
        CompletableFuture<Void> next = inTurn(small, 100);
        while (passed < 1_000) {
            CompletableFuture<Void> asked = next;
            eventually("it has passed or waits", () -> asked.isDone() || budget.queue.length() == 2);
            budget.queue.serve(); // who joins is in the queue for a moment before it is served: that is over now
            if (!asked.isDone()) {
                if (budget.queue.length() == 2) {
                    break;
                }
                continue;
            }
            passed++;
            small.release();
            small = budget.reservation();
            next = inTurn(small, 100);
        }
        assertTrue(passed > 10 && passed < 1_000, "passed " + passed + " times");
        other.release();
        served(wait);
        large.release();
        served(next);
    }

    /** A one-way method keeps what its values are in when its request has been answered. */
    @Test
    void whatIsKeptForAOneWayMethodIsWaitedForToo() throws Exception {
        MemoryReservation other = holding(1_200);
        Runnable method = other.keep();
        other.release();
        CompletableFuture<Void> wait = waiting(budget.reservation(), 1_200);
        method.run();
        served(wait);
    }

    @Test
    void noMoreThreadsWaitThanAreLeftForRepliesToBeSent() throws Exception {
        MemoryReservation other = holding(1_200);
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        for (int i = 0; i < HandlerThreads.MOST_PLATFORM_THREADS / 4; i++) {
            waits.add(waiting(budget.reservation(), 1_200));
        }
        assertEquals(503, refused(budget.reservation(), 1_200));
        budget.endWaits();
        for (CompletableFuture<Void> wait : waits) {
            assertEquals(503, refused(wait));
        }
        assertEquals(503, refused(budget.reservation(), 1_200));
        other.release();
        budget.reservation().takeInTurn(1_200);
    }

    @Test
    void aRequestThatIsAnsweredMeanwhileTakesNothing() {
        MemoryReservation other = holding(1_200);
        MemoryReservation turnedAway = budget.reservation();
        CompletableFuture<Void> wait = waiting(turnedAway, 1_200);
        turnedAway.release();
        other.release();
        assertEquals(503, refused(wait));
        assertEquals(0, budget.taken());
    }

    @Test
    void aServerThatClosesAndAPeerThatLeavesEndTheWaits() throws Exception {
        Semaphore entered = new Semaphore(0);
        Semaphore leaving = new Semaphore(0);
        HttpHandler handler = request -> {
            request.memory().takeInTurn(12_000);
            entered.release();
            leaving.acquireUninterruptibly();
            return CompletableFuture.completedFuture(HttpReply.text(200, "taken\n"));
        };
        HttpServerLimits limits = HttpServerLimits.DEFAULT.withMaxBufferedBytes(16_000);
        try (HttpTransport transport = HttpTransport.start();
                HttpServer server = transport.listen("127.0.0.1", 0, limits)) {
            server.mount("/", handler);
            MemoryQueue queue = server.handled.queue;
            try (RawPeer first = sent(server)) {
                assertTrue(entered.tryAcquire(1, TimeUnit.MINUTES));
                RawPeer leaves = sent(server);
                eventually("it waits", () -> queue.length() == 1);
                leaves.close();
                eventually("nobody waits for a peer that has left", () -> queue.length() == 0);
                RawPeer second = sent(server);
                eventually("the next one waits", () -> queue.length() == 1);
                leaving.release();
                assertTrue(first.reply().startsWith("HTTP/1.1 200"));
                assertTrue(entered.tryAcquire(1, TimeUnit.MINUTES), "the next one has its turn");
                RawPeer third = sent(server);
                eventually("a third one waits", () -> queue.length() == 1);
                server.close(Duration.ZERO);
                assertEquals(0, queue.length());
                assertTrue(third.reply().startsWith("HTTP/1.1 503"));
                second.close();
                third.close();
            } finally {
                leaving.release(100);
            }
        }
    }

    private static RawPeer sent(HttpServer server) throws IOException {
        return new RawPeer(server.port()).send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    }
}
