package dev.weir.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that send requests to all revisions of Credit all the time, while commands change what is deployed. Each answer
 * must be one that a state explains which the server may have had between the request and its answer: the last that a
 * command has acknowledged, or what a command under way makes of it. A request is not judged if the server was down in
 * its time.
 */
final class DeployedLoad implements AutoCloseable {
    private static final int CLIENTS = 2;
    private static final long PAUSE_MS = 5;

    private final DeployedServices services;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger judged = new AtomicInteger();
    private volatile boolean stopping;

    /** All that there have been, and perhaps will be. Guarded by this, as are the others. */
    private final List<DeployedModel> states = new ArrayList<>();

    /** The first of them that the server may still have. */
    private int oldest;

    private boolean up;
    private int lives;

    private record Moment(int oldest, boolean up, int lives) {}

    /** @param state that the server has now */
    DeployedLoad(DeployedServices services, DeployedModel state) {
        this.services = services;
        restarted(state);
        for (int client = 0; client < CLIENTS; client++) {
            int first = client;
            Thread thread = new Thread(() -> send(first));
            thread.start();
            threads.add(thread);
        }
    }

    /** Before a command is sent that makes this of what there is. */
    synchronized void begins(DeployedModel next) {
        states.add(next);
    }

    /** After it has been acknowledged. */
    synchronized void acknowledged() {
        oldest = states.size() - 1;
    }

    /** Before the server is killed. */
    synchronized void killed() {
        up = false;
    }

    /** After it is ready again. */
    synchronized void restarted(DeployedModel state) {
        states.add(state);
        oldest = states.size() - 1;
        up = true;
        lives++;
    }

    private synchronized Moment now() {
        return new Moment(oldest, up, lives);
    }

    private synchronized List<DeployedModel> since(Moment begun) {
        return List.copyOf(states.subList(begun.oldest(), states.size()));
    }

    private void send(int first) {
        List<String> ids = new ArrayList<>(List.of(DeployedVariants.CREDIT));
        DeployedVariants.REVISIONS.forEach(revision -> ids.add(DeployedVariants.CREDIT + "!" + revision));
        for (int n = first; !stopping; n++) {
            String id = ids.get(n % ids.size());
            Moment begun = now();
            String answer;
            try {
                answer = services.decide(id);
            } catch (IOException e) {
                answer = "no answer: " + e;
            }
            List<DeployedModel> possible = since(begun);
            Moment ended = now();
            if (begun.up() && ended.up() && begun.lives() == ended.lives()) {
                judged.incrementAndGet();
                if (!explained(id, answer, possible)) {
                    wrong.add(id + " answers " + answer + " in one of these states: " + possible);
                }
            }
            pause();
        }
    }

    private static boolean explained(String id, String answer, List<DeployedModel> possible) {
        for (int i = 0; i < possible.size(); i++) {
            DeployedModel state = possible.get(i);
            if (answer.equals(id.contains("!") ? state.answerOf("default/" + id) : state.answerOfDefault(id))) {
                return true;
            }
            // The instance of a request that was taken rests if its revision is taken back meanwhile.
            if (answer.startsWith("500 ")
                    && i > 0
                    && possible.get(i - 1).revisions().size()
                            > state.revisions().size()) {
                return true;
            }
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** So many answers have been judged. */
    int judged() {
        return judged.get();
    }

    /** Those that nothing explains. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Returns when no client sends anything any more. */
    @Override
    public void close() {
        stopping = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
