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
 *
 * <p>A thread is promised to one task only: that it waits, and that it does no more, is settled by whoever brings the task,
 * before the thread has noticed. Otherwise a task that comes meanwhile would count on the same thread, and wait for ever
 * where all others wait for it.
 */
final class WorkerTasks extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    /** Threads that wait for a task, less the tasks that are in the queue or on their way into it. */
    private final AtomicInteger spare = new AtomicInteger();

    @Override
    public boolean offer(Runnable task) {
        return claim() && super.offer(task);
    }

    /** Takes one of the spare threads out of the count; false where there is none. */
    private boolean claim() {
        int before;
        do {
            before = spare.get();
            if (before <= 0) {
                return false;
            }
        } while (!spare.compareAndSet(before, before - 1));
        return true;
    }

    @Override
    public Runnable take() throws InterruptedException {
        spare.incrementAndGet();
        return taken();
    }

    @Override
    public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        spare.incrementAndGet();
        Runnable task;
        try {
            task = super.poll(timeout, unit);
        } catch (InterruptedException e) {
            spare.decrementAndGet();
            throw e;
        }
        // Where no thread is spare, this one has been promised to a task that is on its way.
        return task != null || claim() ? task : taken();
    }

    /** A task and the thread that has it are gone together: they leave what is spare as it is. */
    private Runnable taken() throws InterruptedException {
        try {
            return super.take();
        } catch (InterruptedException e) {
            spare.decrementAndGet();
            throw e;
        }
    }

    @Override
    public boolean remove(@Nullable Object task) {
        boolean removed = super.remove(task);
        if (removed) {
            spare.incrementAndGet();
        }
        return removed;
    }

    /** What to do with tasks that were refused although there can be no more threads. */
    void keep(Runnable task, ThreadPoolExecutor pool) {
        spare.decrementAndGet();
        if (pool.isShutdown() || !super.offer(task)) {
            spare.incrementAndGet();
            throw new RejectedExecutionException("the pool is closed");
        }
    }
}
