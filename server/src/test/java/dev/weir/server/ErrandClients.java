package dev.weir.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients of the composite Errands: each sends one errand after the other, one in four without waiting for its end. What
 * is not answered, because the server is down, is not sent again.
 */
final class ErrandClients implements AutoCloseable {
    /** Texts are shorter, and some are longer than half of it. */
    static final int LONGEST_TEXT = 6_000;

    private static final int PAUSE_MS = 20;
    private static final Pattern RECEIPT =
            Pattern.compile("<(?:\\w+:)?id[^>]*>([^<]*)</.*<(?:\\w+:)?flow[^>]*>(\\d+)</", Pattern.DOTALL);

    private final URI service;
    private final SoapPost post = new SoapPost();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Queue<String> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicLong moments = new AtomicLong();
    /** Shared by requests, had alone by who wants none under way. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock(true);

    private final AtomicInteger life = new AtomicInteger();
    private volatile boolean stopping;

    /**
     * An errand that was answered.
     *
     * @param flow its flow; 0 where the client did not wait for it
     * @param life of the server, that of the moment in which it was sent
     * @param sent a number that grows with time, as does that of the answer
     */
    record Answered(String id, long flow, int client, int life, long sent, long at) {
        boolean waited() {
            return flow != 0;
        }
    }

    /** A server with the composite, whose errands are done at a partner's. */
    static RunningWeir server(Path folder, BookPartner partner) {
        return RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository()
                                .resolve("server/src/test/composites/errands/Errands")
                                .toString(),
                        "--token",
                        "book=" + partner.address()));
    }

    ErrandClients(RunningWeir weir, String prefix, int clients, long seed) {
        service = weir.url().resolve("/soa-infra/services/default/Errands/Desk");
        for (int i = 0; i < clients; i++) {
            int client = i;
            Random random = new Random(seed + client);
            Thread thread = new Thread(() -> {
                for (int n = 0; !stopping; n++) {
                    if (!admitted(prefix + "-" + client + "-" + n, client, random)) {
                        pause();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
    }

    /** Sends an errand and waits for its end; returns its flow. */
    static long run(RunningWeir weir, String id, String text) throws IOException {
        HttpResponse<String> response = new SoapPost()
                .send(
                        weir.url().resolve("/soa-infra/services/default/Errands/Desk"),
                        SoapPost.SOAP_11,
                        "\"http://errands.example/run\"",
                        message(id, text));
        Matcher receipt = RECEIPT.matcher(response.body());
        if (response.statusCode() != 200 || !receipt.find() || !receipt.group(1).equals(id)) {
            throw new AssertionError(id + " was answered: " + response.statusCode() + " " + response.body());
        }
        return Long.parseLong(receipt.group(2));
    }

    /** Sends an errand and does not wait for its end. */
    static void leave(RunningWeir weir, String id, String text) throws IOException {
        HttpResponse<String> response = new SoapPost()
                .send(
                        weir.url().resolve("/soa-infra/services/default/Errands/Desk"),
                        SoapPost.SOAP_11,
                        "\"http://errands.example/leave\"",
                        message(id, text));
        if (response.statusCode() != 202) {
            throw new AssertionError(id + " was answered: " + response.statusCode() + " " + response.body());
        }
    }

    private static String message(String id, String text) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<errand xmlns='http://errands.example'><id>" + id + "</id><text>" + text + "</text></errand>"
                + "</s:Body></s:Envelope>";
    }

    private boolean admitted(String id, int client, Random random) {
        gate.readLock().lock();
        try {
            return send(id, client, random);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** True if it was answered. */
    private boolean send(String id, int client, Random random) {
        boolean waits = random.nextInt(4) > 0;
        int now = life.get();
        long sent = moments.incrementAndGet();
        HttpResponse<String> response;
        try {
            response = post.send(
                    service,
                    SoapPost.SOAP_11,
                    "\"http://errands.example/" + (waits ? "run" : "leave") + "\"",
                    message(id, "x".repeat(random.nextInt(LONGEST_TEXT))));
        } catch (IOException e) {
            unanswered.add(id + ": " + e);
            return false;
        }
        if (response.statusCode() == 503) {
            unanswered.add(id + ": 503 " + response.body());
            return false;
        }
        Matcher receipt = RECEIPT.matcher(response.body());
        if (!waits && response.statusCode() == 202) {
            answered.add(new Answered(id, 0, client, now, sent, moments.incrementAndGet()));
        } else if (waits
                && response.statusCode() == 200
                && receipt.find()
                && receipt.group(1).equals(id)) {
            answered.add(
                    new Answered(id, Long.parseLong(receipt.group(2)), client, now, sent, moments.incrementAndGet()));
        } else {
            wrong.add(id + ": " + response.statusCode() + " " + response.body());
        }
        return true;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The server is up again: what is sent from now on is sent to its next life. */
    void restarted() {
        life.incrementAndGet();
    }

    /** Returns when no request is under way; none is sent until {@link #goOn}, by the same thread. */
    void hold() {
        gate.writeLock().lock();
    }

    void goOn() {
        gate.writeLock().unlock();
    }

    /** All that were answered as they should, in the order of their answers. */
    List<Answered> answered() {
        return List.copyOf(answered);
    }

    /** Those that were answered otherwise than the server may. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Those that found no server, or lost it, or came before it was ready. */
    List<String> unanswered() {
        return List.copyOf(unanswered);
    }

    @Override
    public void close() {
        finish();
    }

    /** Returns when no client sends anything any more. */
    void finish() {
        stopping = true;
        if (gate.isWriteLockedByCurrentThread()) {
            goOn();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
