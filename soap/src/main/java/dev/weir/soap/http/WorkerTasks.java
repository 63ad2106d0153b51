package dev.weir.soap.http;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a pool of threads that grows: it takes a task where a thread waits for one. Where none does, it refuses it, so that
 * the pool starts a thread, and takes it when the pool cannot. Unbounded.
 */
final class WorkerTasks extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    /** Threads that wait for a task. */
    private final AtomicInteger idle = new AtomicInteger();

    @Override
    public boolean offer(Runnable task) {
        return size() < idle.get() && super.offer(task);
    }

    @Override
    public Runnable take() throws InterruptedException {
        idle.incrementAndGet();
        try {
            return super.take();
        } finally {
            idle.decrementAndGet();
        }
    }

    @Override
    public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        idle.incrementAndGet();
        try {
            return super.poll(timeout, unit);
        } finally {
            idle.decrementAndGet();
        }
    }

    /** What to do with tasks that were refused although there can be no more threads. */
    void keep(Runnable task, ThreadPoolExecutor pool) {
        if (pool.isShutdown() || !super.offer(task)) {
            throw new RejectedExecutionException("the pool is closed");
        }
    }
}
