package dev.weir.bench.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Callers, each with one instance at a time. */
final class Callers implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Engine engine;
    private final AtomicLong numbers = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool(run -> {
        Thread thread = new Thread(run, "caller");
        thread.setDaemon(true);
        return thread;
    });

    private final int open;

    /** @param open how many callers there are */
    Callers(Engine engine, int open) {
        this.engine = engine;
        this.open = open;
    }

    /** Begins instances for a time, and waits until the last has ended; gives how many there were. */
    long run(Work work, long millis) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Future<Long>> callers = new ArrayList<>(open);
        for (int i = 0; i < open; i++) {
            callers.add(threads.submit(() -> callUntil(end, work)));
        }
        long ended = 0;
        for (Future<Long> caller : callers) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            try {
                ended += caller.get(
                        Math.max(0, left) + TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), TimeUnit.MILLISECONDS);
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            } catch (TimeoutException late) {
                throw new IllegalStateException(
                        "instances of " + work.text() + " have not ended within " + PATIENCE_SECONDS + " s", late);
            }
        }
        return ended;
    }

    private long callUntil(long end, Work work) throws Exception {
        long ended = 0;
        do {
            String number = work.text() + " " + numbers.incrementAndGet();
            String result = engine.run(work, number);
            if (!number.equals(result)) {
                throw new IllegalStateException("the instance " + number + " has ended with " + result);
            }
            ended++;
        } while (System.nanoTime() < end);
        return ended;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
