package dev.weir.soap.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that handlers run on: one virtual thread per request where the JDK has them (21 and later), a pool of
 * platform threads where it has not. The pool has few threads while they are enough, as short requests want it, and more
 * while handlers wait: for a database, or for a service of this server that needs a thread as well. How many requests there
 * may be at a time is the server's affair, so the pool's queue has no bound of its own.
 */
final class HandlerThreads {
    static final int MOST_PLATFORM_THREADS = 256;

    private HandlerThreads() {}

    static ExecutorService newExecutor() {
        ExecutorService virtual = virtualThreads();
        return virtual != null ? virtual : platformThreads();
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

    static ThreadPoolExecutor platformThreads() {
        int usual = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());
        AtomicInteger count = new AtomicInteger();
        WorkerTasks tasks = new WorkerTasks();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                usual,
                Math.max(usual, MOST_PLATFORM_THREADS),
                30,
                TimeUnit.SECONDS,
                tasks,
                task -> {
                    Thread thread = new Thread(task, "weir-http-worker-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                tasks::keep);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
