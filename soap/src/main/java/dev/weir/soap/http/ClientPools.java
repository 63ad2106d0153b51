package dev.weir.soap.http;

import dev.weir.soap.http.Partners.Partner;
import dev.weir.soap.tls.ExplainedTrust;
import dev.weir.soap.tls.TlsMaterial;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a client: those that are made with the same certificate and the same trust are pooled together, and no
 * others are, so that nobody's request goes by a connection that another identity has opened.
 */
final class ClientPools {
    private static final Duration LAST_ANSWERS = Duration.ofMinutes(10);

    private final HttpTransport transport;
    private final HttpClientLimits limits;
    /** Of connections that the partners say nothing of; null for the JVM's authorities, and no key. */
    private final @Nullable ClientTls usual;
    /** By the digest of the files; those of addresses without any are at the empty one. */
    private final Map<String, HttpClientAgent> pools;

    final Partners partners;

    private ClientPools(
            HttpTransport transport,
            HttpClientLimits limits,
            @Nullable ClientTls usual,
            Partners partners,
            Map<String, HttpClientAgent> pools) {
        this.transport = transport;
        this.limits = limits;
        this.usual = usual;
        this.partners = partners;
        this.pools = pools;
    }

    static ClientPools open(
            HttpTransport transport, HttpClientLimits limits, @Nullable ClientTls usual, Partners partners) {
        return new ClientPools(transport, limits, usual, Partners.NONE, Map.of()).with(partners);
    }

    /** For other partners; pools that serve them as well are kept with their connections. */
    ClientPools with(Partners others) {
        Map<String, HttpClientAgent> next = new HashMap<>();
        open(next, others.trusted(), others.trusted());
        for (Partner each : others.all()) {
            if (each.tls() != null) {
                open(next, each.tls(), others.trusted());
            }
        }
        return new ClientPools(transport, limits, usual, others, next);
    }

    private void open(Map<String, HttpClientAgent> next, @Nullable TlsMaterial tls, @Nullable TlsMaterial trusted) {
        String key = key(tls, trusted);
        if (!next.containsKey(key)) {
            HttpClientAgent same = pools.get(key);
            next.put(key, same == null ? client(tls, trusted) : same);
        }
    }

    /** What a pool depends on. */
    private static String key(@Nullable TlsMaterial tls, @Nullable TlsMaterial trusted) {
        boolean own = tls != null && tls.trust() != null;
        return (tls == null || tls.keys() == null && !own ? "" : tls.digest()) + " "
                + (own || trusted == null ? "" : trusted.digest());
    }

    private HttpClientAgent client(@Nullable TlsMaterial tls, @Nullable TlsMaterial trusted) {
        HttpClientOptions options = new HttpClientOptions()
                .setMaxChunkSize(HttpTransport.PIECE_BYTES)
                .setConnectTimeout((int) limits.connectTimeout().toMillis())
                .setKeepAlive(!limits.keepAlive().isZero())
                .setKeepAliveTimeout(
                        (int) Math.max(1, limits.keepAlive().plusMillis(999).toSeconds()))
                .setVerifyHost(true);
        options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(ServerTls.VERSIONS));
        KeyManagerFactory keys = tls == null ? null : tls.keys();
        if (keys != null) {
            options.setKeyCertOptions(KeyCertOptions.wrap(keys));
        }
        TrustManagerFactory trust = tls == null ? null : tls.trust();
        if (trust == null && trusted != null) {
            trust = trusted.trust();
        }
        if (usual != null && keys == null && trust == null) {
            options.setSslEngineOptions(new GivenTlsEngine(usual)).setVerifyHost(usual.names() == null);
        } else {
            options.setTrustOptions(TrustOptions.wrap(trust == null ? ExplainedTrust.ofJvm() : trust));
        }
        PoolOptions pool = new PoolOptions()
                .setHttp1MaxSize(limits.maxConnectionsPerHost())
                .setMaxWaitQueueSize(limits.maxWaiting())
                .setMaxLifetimeUnit(TimeUnit.MILLISECONDS)
                .setMaxLifetime((int) Math.min(limits.maxAge().toMillis(), Integer.MAX_VALUE));
        return transport
                .vertx
                .httpClientBuilder()
                .with(options)
                .with(pool)
                .withConnectHandler(transport.connections::opened)
                .build();
    }

    HttpClientAgent of(@Nullable Partner partner) {
        TlsMaterial tls = partner == null || partner.tls() == null ? partners.trusted() : partner.tls();
        HttpClientAgent pool = pools.get(key(tls, partners.trusted()));
        if (pool == null) {
            throw new IllegalStateException("there are no connections to " + partner);
        }
        return pool;
    }

    /** Who is asked about the names in certificates by which these connections were opened; null for nobody. */
    @Nullable HostnameVerifier names(@Nullable Partner partner) {
        boolean unsaid = partners.trusted() == null && (partner == null || partner.tls() == null);
        return usual == null || !unsaid ? null : usual.names();
    }

    /** Closes pools that others have not kept, once what is under way is answered. */
    void retire(ClientPools next) {
        for (HttpClientAgent pool : pools.values()) {
            if (!next.pools.containsValue(pool)) {
                var unused = pool.shutdown(LAST_ANSWERS);
            }
        }
    }
}
