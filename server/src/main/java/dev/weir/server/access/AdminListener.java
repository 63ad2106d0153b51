package dev.weir.server.access;

/**
 * The address on which the admin API is served, apart from the services.
 *
 * @param port 0 for any free one
 * @param orAnyPort whether any free port does, if that one is taken: commands find it by {@link AdminAddress}
 */
public record AdminListener(String host, int port, boolean orAnyPort) {
    /** The port of the default listener. */
    public static final int PORT = 8089;

    /** On this machine at {@link #PORT}, or at any free port if that is taken. */
    public static final AdminListener DEFAULT = new AdminListener("127.0.0.1", PORT, true);

    /** On this machine at any free port. */
    public static final AdminListener ANY_PORT = new AdminListener("127.0.0.1", 0, false);
}
