package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.http.HttpTransport;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections that all clients of the process share: one pool for each connect timeout that is asked for. Its threads
 * do not keep the JVM alive, as clients of the standard are never closed.
 */
final class ClientTransport {
    /** More would be a sign of timeouts that are computed for each call. */
    private static final int MOST_POOLS = 32;

    private static final ConcurrentHashMap<Duration, HttpClient> POOLS = new ConcurrentHashMap<>();

    private ClientTransport() {}

    /** Started with the first call. */
    private static final class Started {
        static final HttpTransport TRANSPORT = HttpTransport.start();
    }

    static HttpSender sender(Duration connectTimeout) {
        HttpClient known = POOLS.get(connectTimeout);
        if (known != null) {
            return known;
        }
        if (POOLS.size() >= MOST_POOLS) {
            throw new IllegalStateException("there are " + MOST_POOLS
                    + " different connect timeouts in use already; use one of them: " + POOLS.keySet());
        }
        return POOLS.computeIfAbsent(
                connectTimeout,
                timeout -> Started.TRANSPORT.client(HttpClientLimits.DEFAULT.withConnectTimeout(timeout)));
    }
}
