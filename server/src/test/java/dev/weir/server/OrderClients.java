package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;

import dev.weir.server.admin.AdminRecords.InstanceView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that place one order of the orders example after the other, each over a connection that stays open. */
final class OrderClients implements AutoCloseable {
    private static final int PAGE = 1_000;

    private final SoapPost post = new SoapPost();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger placed = new AtomicInteger();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Queue<String> failed = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;

    /**
     * What became of the orders.
     *
     * @param placed answered with 200
     * @param turnedAway answered with 503, Retry-After and a SOAP fault
     * @param unanswered which found no server, or a connection that it had closed
     * @param failed answered otherwise
     */
    record Outcome(int placed, int turnedAway, int unanswered, List<String> failed) {}

    /** @param patient true to go on after an order that was not placed */
    OrderClients(URI service, String prefix, int clients, boolean patient) {
        for (int i = 0; i < clients; i++) {
            int client = i;
            Thread thread = new Thread(() -> {
                boolean goesOn = true;
                for (int n = 0; goesOn && !stopping; n++) {
                    goesOn = place(service, prefix + "-" + client + "-" + n) || patient;
                }
            });
            thread.start();
            threads.add(thread);
        }
    }

    private boolean place(URI service, String order) {
        HttpResponse<String> response;
        try {
            response = post.send(service, SoapPost.SOAP_11, OrderMessages.place(order));
        } catch (IOException e) {
            unanswered.incrementAndGet();
            return false;
        }
        if (response.statusCode() == 200) {
            placed.incrementAndGet();
            return true;
        }
        if (response.statusCode() == 503
                && response.headers().firstValue("Retry-After").isPresent()
                && response.body().contains("Fault>")) {
            turnedAway.incrementAndGet();
        } else {
            failed.add(order + ": " + response.statusCode() + " " + response.body());
        }
        return false;
    }

    void awaitPlaced(int orders) {
        eventually(() -> orders + " orders are placed, but " + placed + "; failed: " + failed, () -> {
            boolean over = threads.stream().noneMatch(Thread::isAlive);
            boolean enough = placed.get() >= orders;
            if (over && !enough) {
                throw new AssertionError("all clients have given up: " + failed);
            }
            return enough;
        });
    }

    int placed() {
        return placed.get();
    }

    /** Waits for impatient clients, or for patient ones that were stopped. */
    Outcome outcome() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        return new Outcome(placed.get(), turnedAway.get(), unanswered.get(), List.copyOf(failed));
    }

    /** Lets each client finish its order, and send no other. */
    void stop() {
        stopping = true;
    }

    @Override
    public void close() {
        stop();
    }

    /** How many orders a server's store has. */
    static int stored(RunningWeir weir) {
        int count = 0;
        List<InstanceView> page;
        do {
            page = weir.admin().instances(null, "default/Orders!1.0", count, PAGE);
            count += page.size();
        } while (page.size() == PAGE);
        return count;
    }
}
