package dev.weir.soap.http;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that wait for memory, without a thread: bodies for room to come in, and whole ones for what handling takes. The server has
 * 1,600,000 bytes for handling, and 800,000 for bodies that come in, 200,000 of them for small ones.
 */
class WaitingRequestsTest {
    private static final int MOST = 1_600_000;

    private final ManualTime time = new ManualTime();
    private final HttpTransport transport = HttpTransport.start();
    private final List<RawPeer> peers = new ArrayList<>();
    private final CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
    private HttpServer server = open(1);

    /** A server that answers with what it has got, once it may; handling takes so many bytes for each. */
    private HttpServer open(int memoryPerByte) {
        try {
            return HttpServer.open(
                    transport,
                    "127.0.0.1",
                    0,
                    HttpServerLimits.DEFAULT.withMaxBufferedBytes(MOST),
                    null,
                    new HttpHandler() {
                        @Override
                        public CompletionStage<HttpReply> handle(HttpRequest request) {
                            return mayAnswer.thenApply(nothing -> HttpReply.of(200, "a/b", request.body()));
                        }

                        @Override
                        public long memory(long bodyBytes) {
                            return memoryPerByte * bodyBytes;
                        }
                    },
                    time::nanoTime);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() throws IOException {
        for (RawPeer peer : peers) {
            peer.close();
        }
        eventually("all is given back", () -> server.admittedBytes() == 0);
        server.close(Duration.ZERO);
        transport.close();
    }

    /** A peer that has sent the head of a body, and so much of it. */
    private RawPeer sending(int length, int sent) throws IOException {
        RawPeer peer = new RawPeer(server.port());
        peers.add(peer);
        return peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(sent));
    }

    /** The same for a body that finds room. */
    private RawPeer held(int length, int sent) throws IOException {
        long before = server.admittedBytes();
        RawPeer peer = sending(length, sent);
        eventually("it holds what it has sent", () -> server.admittedBytes() >= before + sent);
        return peer;
    }

    private RawPeer waitingForRoom(int length, int sent) throws IOException {
        int before = server.received.waiting();
        RawPeer peer = sending(length, sent);
        eventually("it waits", () -> server.received.waiting() == before + 1);
        return peer;
    }

    private static void isAnswered(RawPeer peer, int status) throws IOException {
        String reply = peer.reply();
        assertTrue(reply.startsWith("HTTP/1.1 " + status), reply);
    }

    // ---------------------------------------------------------------- bodies that come in

    @Test
    void bodiesThatAllWantMoreThanThereIsComeInOneAfterTheOther() throws Exception {
        mayAnswer.complete(null);
        List<RawPeer> first = List.of(held(290_000, 145_000), held(290_000, 145_000), held(290_000, 145_000));
        List<RawPeer> all = new ArrayList<>(first);
        for (int i = 0; i < 5; i++) {
            all.add(sending(290_000, 145_000));
        }
        eventually("some wait", () -> server.received.waiting() > 0);
        for (RawPeer peer : all) {
            peer.send("x".repeat(145_000));
        }
        for (RawPeer peer : all) {
            isAnswered(peer, 200);
        }
    }

    @Test
    void theOneThatHasWaitedLongestGoesBeyondTheBudgetAndTheNextOneAfterIt() throws Exception {
        mayAnswer.complete(null);
        List<RawPeer> others = List.of(held(290_000, 289_000), held(290_000, 289_000));
        RawPeer first = held(100_000, 99_000);
        assertTrue(server.admittedBytes() > 600_000, "beyond what there is for large ones");
        RawPeer next = waitingForRoom(100_000, 99_000);
        RawPeer small = sending(1_000, 1_000);
        isAnswered(small, 200);
        first.send("x".repeat(1_000));
        isAnswered(first, 200);
        eventually("the next one's turn has come", () -> server.received.waiting() == 0);
        next.send("x".repeat(1_000));
        isAnswered(next, 200);
        for (RawPeer other : others) {
            other.send("x".repeat(1_000));
            isAnswered(other, 200);
        }
    }

    @Test
    void whoHasBecomeSlowIsGivenUpForThoseWhoWait() throws Exception {
        mayAnswer.complete(null);
        for (int i = 0; i < 3; i++) {
            var unused = held(200_000, 199_000);
        }
        RawPeer slowest = held(100_000, 99_000);
        RawPeer waits = waitingForRoom(100_000, 99_000);
        time.advance(MemoryBudget.PATIENCE.minusSeconds(1));
        isAnswered(slowest, 503);
        waits.send("x".repeat(1_000));
        isAnswered(waits, 200);
    }

    @Test
    void whatHasComeOfThoseWhoWaitIsBounded() throws Exception {
        mayAnswer.complete(null);
        RawPeer large = held(590_000, 590_000 - 1);
        RawPeer first = held(100_000, 99_000);
        List<RawPeer> waiting = new ArrayList<>();
        int limit = 400_000 / 17_000; // half of what there is for bodies; each waits with all that it has sent, or less
        for (int i = 0; i < limit; i++) {
            waiting.add(waitingForRoom(100_000, 17_000));
        }
        List<RawPeer> tooMany = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tooMany.add(sending(100_000, 17_000));
        }
        isAnswered(tooMany.get(99).send("x".repeat(83_000)), 503);
        isAnswered(sending(1_000, 1_000), 200);
        large.send("x");
        isAnswered(large, 200);
        first.send("x".repeat(1_000));
        isAnswered(first, 200);
        for (RawPeer peer : waiting) {
            peer.send("x".repeat(83_000));
            isAnswered(peer, 200);
        }
    }

    @Test
    void nobodyWaitsForRoomForEver() throws Exception {
        RawPeer waits = held(100_000, 1_000);
        time.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 6; i++) {
            var unused = held(100_000, 99_000);
        }
        waits.send("x".repeat(95_000));
        eventually("it waits, slower than all others", () -> server.received.waiting() == 1);
        time.advance(MemoryBudget.PATIENCE.plusSeconds(1));
        waits.send("x".repeat(4_000));
        String reply = waits.reply();
        assertTrue(reply.startsWith("HTTP/1.1 503") && reply.contains("etry-"), reply);
    }

    @Test
    void aPeerThatLeavesAndAServerThatClosesEndTheWaitsForRoom() throws Exception {
        RawPeer large = held(590_000, 590_000 - 1);
        RawPeer first = held(100_000, 99_000);
        RawPeer waits = waitingForRoom(100_000, 99_000);
        server.close(Duration.ZERO);
        isAnswered(waits, 503);
        isAnswered(first, 503);
        isAnswered(large, 503);
        assertEquals(0, server.received.waiting());
    }

    // ---------------------------------------------------------------- bodies that are there

    private void handlingTakesTenTimesTheBody() {
        server.close(Duration.ZERO);
        server = open(10);
    }

    private RawPeer waitingForMemory(int length) throws IOException {
        int before = server.handled.queue.length();
        RawPeer peer = sending(length, length);
        eventually("it waits", () -> server.handled.queue.length() == before + 1);
        return peer;
    }

    private RawPeer handled(int length) throws IOException {
        int before = server.inFlight();
        RawPeer peer = sending(length, length);
        eventually("it is handled", () -> server.inFlight() == before + 1);
        return peer;
    }

    @Test
    void largeRequestsWaitForTheMemoryThatHandlingTakes() throws Exception {
        handlingTakesTenTimesTheBody();
        RawPeer first = handled(150_000);
        List<RawPeer> next = List.of(waitingForMemory(150_000), waitingForMemory(150_000), waitingForMemory(60_000));
        isAnswered(sending(160_001, 160_001), 413);
        mayAnswer.complete(null);
        isAnswered(first, 200);
        for (RawPeer peer : next) {
            isAnswered(peer, 200);
        }
    }

    @Test
    void smallRequestsAreTurnedAwayAtOnceWhereEvenTheyDoNotFit() throws Exception {
        handlingTakesTenTimesTheBody();
        List<RawPeer> taken = new ArrayList<>(List.of(handled(159_900)));
        for (int i = 0; i < 24; i++) {
            taken.add(handled(2_500)); // beside the large one, which keeps none of them out
        }
        isAnswered(sending(101, 101), 503);
        mayAnswer.complete(null);
        for (RawPeer peer : taken) {
            isAnswered(peer, 200);
        }
        isAnswered(sending(101, 101), 200);
    }

    @Test
    void nobodyWaitsForMemoryForEver() throws Exception {
        handlingTakesTenTimesTheBody();
        RawPeer first = handled(150_000);
        RawPeer waits = waitingForMemory(100_000);
        RawPeer leaves = waitingForMemory(100_000);
        leaves.close();
        eventually("nothing is kept for who has left", () -> server.handled.queue.length() == 1);
        time.advance(MemoryBudget.PATIENCE.plusSeconds(1));
        isAnswered(waits, 503);
        mayAnswer.complete(null);
        isAnswered(first, 200);
    }

    @Test
    void aServerThatClosesTurnsAwayWhoWaitsForMemory() throws Exception {
        handlingTakesTenTimesTheBody();
        RawPeer first = handled(150_000);
        RawPeer waits = waitingForMemory(100_000);
        server.close(Duration.ZERO);
        isAnswered(waits, 503);
        isAnswered(first, 503);
        mayAnswer.complete(null);
    }
}
