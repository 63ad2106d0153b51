package dev.weir.soap.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Turns of large requests whose handlers {@linkplain HttpHandler#onlyComputes() only compute}. So many are handled at a time that a
 * processor is left for everything else; the others wait without a thread, and the paths that they were sent to take turns. Otherwise
 * each of many threads that compute for tens of milliseconds would keep all others waiting for a processor: those of small requests,
 * and the one that writes to the store. Thread-safe.
 */
final class ComputingTurns {
    private static final Logger LOG = System.getLogger(ComputingTurns.class.getName());

    private final Executor workers;
    private final int most;

    /** Those that wait, by path; the path whose turn it is comes first. No queue is empty. Guarded by this. */
    private final Map<String, Deque<Runnable>> waiting = new LinkedHashMap<>();

    /** Guarded by this. */
    private int running;

    /** @param most at a time */
    ComputingTurns(Executor workers, int most) {
        this.workers = workers;
        this.most = most;
    }

    /**
     * Runs a task on a worker when it is its turn.
     *
     * @throws RejectedExecutionException where the workers take no more
     */
    void execute(String path, Runnable task) {
        synchronized (this) {
            if (running >= most) {
                waiting.computeIfAbsent(path, unused -> new ArrayDeque<>()).add(task);
                return;
            }
            running++;
        }
        start(task);
    }

    private void start(Runnable task) {
        try {
            workers.execute(() -> {
                try {
                    task.run();
                } finally {
                    startNext();
                }
            });
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                running--;
            }
            throw e;
        }
    }

    private void startNext() {
        Runnable next = next();
        if (next == null) {
            return;
        }
        try {
            start(next);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "the transport is closing; its servers have turned away whoever waits here", e);
        }
    }

    private synchronized @Nullable Runnable next() {
        Iterator<Map.Entry<String, Deque<Runnable>>> paths = waiting.entrySet().iterator();
        if (!paths.hasNext()) {
            running--;
            return null;
        }
        Map.Entry<String, Deque<Runnable>> path = paths.next();
        paths.remove();
        Runnable next = path.getValue().remove();
        if (!path.getValue().isEmpty()) {
            waiting.put(path.getKey(), path.getValue());
        }
        return next;
    }
}
