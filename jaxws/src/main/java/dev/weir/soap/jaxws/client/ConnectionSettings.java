package dev.weir.soap.jaxws.client;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request context says of connections, where it does.
 *
 * @param pool of a proxy's own connections; null where proxies that say the same share them
 */
record ConnectionSettings(
        Duration connectTimeout, TlsSettings tls, @Nullable PoolSettings pool) {
    static ConnectionSettings of(Map<String, Object> context, Duration connectTimeout) {
        return new ConnectionSettings(connectTimeout, TlsSettings.of(context), PoolSettings.of(context));
    }
}
