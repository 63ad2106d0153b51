package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.ClientTls;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.http.HttpTransport;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of the process: those that all clients share, a pool for each connect timeout that is asked for; and others
 * for clients that say more, as long as one of them is there. Its threads do not keep the JVM alive, as clients of the
 * standard are never closed.
 */
final class ClientTransport {
    /** CXF's: services that call each other on one server hold as many connections to it as they are deep. */
    static final HttpClientLimits LIMITS = HttpClientLimits.DEFAULT.withMaxConnectionsPerHost(1_000);

    /** More would be a sign of timeouts that are computed for each call. */
    private static final int MOST_POOLS = 32;

    private static final ConcurrentHashMap<Duration, HttpClient> POOLS = new ConcurrentHashMap<>();

    private static final Map<ConnectionSettings, WeakReference<HttpClient>> SHARED = new HashMap<>();

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
                timeout -> Started.TRANSPORT.client(LIMITS.withConnectTimeout(timeout), ClientTls.OF_JVM));
    }

    /** The connections for these settings. They are closed some time after nobody holds the client any more. */
    static HttpClient client(ConnectionSettings settings) {
        if (settings.pool() != null) {
            return open(settings);
        }
        synchronized (SHARED) {
            WeakReference<HttpClient> known = SHARED.get(settings);
            HttpClient client = known == null ? null : known.get();
            if (client == null) {
                SHARED.values().removeIf(each -> each.get() == null);
                client = open(settings);
                SHARED.put(settings, new WeakReference<>(client));
            }
            return client;
        }
    }

    private static HttpClient open(ConnectionSettings settings) {
        HttpClientLimits limits = LIMITS.withConnectTimeout(settings.connectTimeout());
        PoolSettings pool = settings.pool();
        return Started.TRANSPORT.client(
                pool == null ? limits : pool.applyTo(limits), settings.tls().open());
    }
}
