package dev.weir.soap.jaxws.client;

import java.time.Duration;
import java.util.Map;

/** What a request context says of connections, where it does: proxies that say the same use the same ones. */
record ConnectionSettings(Duration connectTimeout, TlsSettings tls) {
    static ConnectionSettings of(Map<String, Object> context, Duration connectTimeout) {
        return new ConnectionSettings(connectTimeout, TlsSettings.of(context));
    }
}
