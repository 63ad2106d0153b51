package dev.weir.composite.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs so many tasks at once and lets the others wait: on virtual threads where the JDK has them (21 and later), else on
 * threads that come and go. The limit may change at any time. Who hands tasks in sees to it that not too many wait.
 *
 * <p>Each task has an owner. A thread that is free takes the oldest task of the owner of which the fewest run, and among
 * equals of the one that began a task longest ago. One owner never has all threads: a part of them stays free for others,
 * whose tasks need not wait for the end of one of its. Thread-safe.
 */
public final class LimitedExecutor implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LimitedExecutor.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** One thread in so many is not for the owner that has all others. */
    private static final int RESERVED = 3;
    /** The least limit of which a part is kept free. */
    private static final int LEAST_SHARED = 4;

    private final ExecutorService threads;
    /** Those that run tasks now. */
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();

    private final ReentrantLock lock = new ReentrantLock();
    /** Those that have tasks, running or waiting. */
    private final Map<Object, Owner> owners = new HashMap<>();

    private int limit;
    private int running;
    private int waiting;
    private long turns;

    private static final class Owner {
        final Object name;
        final Deque<Runnable> waiting = new ArrayDeque<>();
        int running;
        /** The number of its last task among all that began. */
        long lastTurn;

        Owner(Object name) {
            this.name = name;
        }

        /** Whether it comes before another of which a task waits. */
        boolean isBefore(@Nullable Owner other) {
            return other == null || running < other.running || running == other.running && lastTurn < other.lastTurn;
        }
    }

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

    /**
     * Runs a task when it is its turn.
     *
     * @param owner for whom; equal to that of its other tasks
     */
    public void execute(Object owner, Runnable task) {
        lock.lock();
        try {
            owners.computeIfAbsent(owner, Owner::new).waiting.add(task);
            waiting++;
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
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    private void startMore() {
        while (running < limit) {
            Turn turn = take();
            if (turn == null) {
                return;
            }
            running++;
            boolean begun = false;
            try {
                threads.execute(() -> work(turn));
                begun = true;
            } finally {
                if (!begun) {
                    putBack(turn);
                }
            }
        }
    }

    /** There was no thread for it: it waits on, for the next that is free. */
    private void putBack(Turn turn) {
        running--;
        turn.owner.running--;
        turn.owner.waiting.addFirst(turn.task);
        waiting++;
    }

    /** A task that a thread is to run, and for whom. */
    private record Turn(Owner owner, Runnable task) {}

    /** The next task, which counts as running from now on; null where none waits, or none may run. */
    private @Nullable Turn take() {
        Owner next = null;
        int most = limit < LEAST_SHARED ? limit : limit - limit / RESERVED;
        for (Owner owner : owners.values()) {
            if (!owner.waiting.isEmpty() && owner.running < most && owner.isBefore(next)) {
                next = owner;
            }
        }
        Runnable task = next == null ? null : next.waiting.poll();
        if (next == null || task == null) {
            return null;
        }
        next.running++;
        next.lastTurn = ++turns;
        waiting--;
        return new Turn(next, task);
    }

    /** One thread's life: as long as there is something to do, and the limit lets it. */
    private void work(Turn first) {
        Thread self = Thread.currentThread();
        busy.add(self);
        try {
            for (Turn turn = first; turn != null; turn = next(turn.owner)) {
                boolean done = false;
                try {
                    turn.task.run();
                    done = true;
                } finally {
                    if (!done) {
                        left(turn.owner);
                    }
                }
            }
        } finally {
            busy.remove(self);
        }
    }

    /** What a thread that has run a task of an owner runs next; null ends it. */
    private @Nullable Turn next(Owner last) {
        lock.lock();
        try {
            ended(last);
            Turn turn = running > limit ? null : take();
            if (turn == null) {
                running--;
            }
            return turn;
        } finally {
            lock.unlock();
        }
    }

    /** A task has failed with its thread; another thread takes its place. */
    private void left(Owner last) {
        lock.lock();
        try {
            ended(last);
            running--;
            startMore();
        } finally {
            lock.unlock();
        }
    }

    private void ended(Owner owner) {
        if (--owner.running == 0 && owner.waiting.isEmpty()) {
            owners.remove(owner.name);
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
