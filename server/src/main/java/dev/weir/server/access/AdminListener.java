package dev.weir.server.access;

import dev.weir.soap.http.ServerTlsFiles;
import org.jspecify.annotations.Nullable;

/**
 * The address on which the admin API is served, apart from the services.
 *
 * @param port 0 for any free one
 * @param orAnyPort whether any free port does, if that one is taken: commands find it by {@link AdminAddress}
 * @param tls null for none
 * @param provider whose bearer tokens are taken beside the token of the data folder and the users; null for none
 */
public record AdminListener(
        String host,
        int port,
        boolean orAnyPort,
        @Nullable ServerTlsFiles tls,
        @Nullable OpenIdProvider provider) {
    /** The port of the default listener. */
    public static final int PORT = 8089;

    /** How many connections it takes at a time. */
    public static final int MOST_CONNECTIONS = 256;

    /** On this machine at {@link #PORT}, or at any free port if that is taken. */
    public static final AdminListener DEFAULT = new AdminListener("127.0.0.1", PORT, true);

    /** On this machine at any free port. */
    public static final AdminListener ANY_PORT = new AdminListener("127.0.0.1", 0, false);

    /** Without TLS and OpenID provider. */
    public AdminListener(String host, int port, boolean orAnyPort) {
        this(host, port, orAnyPort, null, null);
    }

    public AdminListener withProvider(@Nullable OpenIdProvider other) {
        return new AdminListener(host, port, orAnyPort, tls, other);
    }

    public AdminListener withTls(@Nullable ServerTlsFiles other) {
        return new AdminListener(host, port, orAnyPort, other, provider);
    }
}
