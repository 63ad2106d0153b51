package dev.weir.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * TCP ports for servers that a test starts, perhaps several times at one address. They lie below the range from which
 * systems take the ports of outgoing connections, so that no client occupies one between two starts, and each JVM begins
 * at a place of its own, so that tests may run in several processes.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    private static final int PER_PROCESS = 100;

    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * PER_PROCESS % COUNT));

    private FreePort() {}

    /** A port that nobody listens at now; each call gives another one. */
    public static int next() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + NEXT.getAndIncrement() % COUNT;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + (FIRST + COUNT - 1) + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException occupied) {
            return false;
        }
    }
}
