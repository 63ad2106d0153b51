package dev.weir.soap.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the names of hosts that others have named, on threads of its own: whoever names hosts whose name servers never
 * answer keeps waiting only those who do likewise.
 */
final class HostLookups {
    private static final int THREADS = 8;
    private static final int MOST_WAITING = 1_024;

    /** Asks whoever knows names: blocks. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final Resolver resolver;
    private final ThreadPoolExecutor threads;

    HostLookups(Resolver resolver) {
        this.resolver = resolver;
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "weir-lookup");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Finds the addresses of a host.
     *
     * @param found takes them, or why there are none: UnknownHostException, or RejectedExecutionException where too many
     *     are waiting
     */
    void find(String host, BiConsumer<List<InetAddress>, @Nullable Exception> found) {
        try {
            threads.execute(() -> {
                List<InetAddress> addresses;
                try {
                    addresses = List.of(resolver.resolve(host));
                } catch (UnknownHostException | RuntimeException e) {
                    found.accept(List.of(), e);
                    return;
                }
                found.accept(addresses, null);
            });
        } catch (RejectedExecutionException e) {
            found.accept(List.of(), e);
        }
    }
}
