package dev.weir.composite.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs so many tasks at once and lets the others wait in their order: on virtual threads where the JDK has them (21 and
 * later), else on threads that come and go. The limit may change at any time. Who hands tasks in sees to it that not too
 * many wait. Thread-safe.
 */
public final class LimitedExecutor implements Executor, AutoCloseable {
    private static final Logger LOG = System.getLogger(LimitedExecutor.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ExecutorService threads;
    /** Those that run tasks now. */
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int limit;
    private int running;

    public LimitedExecutor(String name, int limit) {
        this.limit = limit;
        ExecutorService virtual = virtualThreads();
        AtomicInteger number = new AtomicInteger();
        this.threads = virtual != null
                ? virtual
                : Executors.newCachedThreadPool(task -> {
                    Thread thread = new Thread(task, "weir-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    private static @Nullable ExecutorService virtualThreads() {
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (ExecutorService) factory.invokeExact();
        } catch (NoSuchMethodException e) {
            return null;
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads cannot be started", e);
        }
    }

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            waiting.add(task);
            startMore();
        } finally {
            lock.unlock();
        }
    }

    public void limit(int threadCount) {
        lock.lock();
        try {
            limit = threadCount;
            startMore();
        } finally {
            lock.unlock();
        }
    }

    public int limit() {
        lock.lock();
        try {
            return limit;
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks are being done. */
    public int active() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks wait for a thread. */
    public int pending() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private void startMore() {
        while (running < limit && !waiting.isEmpty()) {
            running++;
            threads.execute(this::work);
        }
    }

    /** One thread's life: as long as there is something to do, and the limit lets it. */
    private void work() {
        Thread self = Thread.currentThread();
        busy.add(self);
        try {
            for (Runnable task = next(); task != null; task = next()) {
                boolean done = false;
                try {
                    task.run();
                    done = true;
                } finally {
                    if (!done) {
                        left();
                    }
                }
            }
        } finally {
            busy.remove(self);
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable task = running > limit ? null : waiting.poll();
            if (task == null) {
                running--;
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    /** A task has failed with its thread; another thread takes its place. */
    private void left() {
        lock.lock();
        try {
            running--;
            startMore();
        } finally {
            lock.unlock();
        }
    }

    /** The threads that run tasks now, virtual ones too. */
    public Set<Thread> busy() {
        return Set.copyOf(busy);
    }

    /** How many tasks have called System.exit, and do not end any more. */
    long exiting() {
        return busy.stream().filter(ExitCall::isIn).count();
    }

    /**
     * Takes no more tasks, and waits a few seconds for those that it has; not for one that has called System.exit, which
     * may be what this is called for.
     */
    @Override
    public void close() {
        threads.shutdown();
        try {
            for (long end = System.nanoTime() + PATIENCE.toNanos();
                    !threads.awaitTermination(20, TimeUnit.MILLISECONDS); ) {
                if (System.nanoTime() - end >= 0) {
                    LOG.log(Level.WARNING, "some steps did not end in time");
                    return;
                }
                long exiting = exiting();
                if (exiting > 0 && exiting == busy.size()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
