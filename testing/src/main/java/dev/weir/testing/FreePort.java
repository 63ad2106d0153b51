package dev.weir.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * TCP ports for servers that a test starts, perhaps several times at one address. They lie below the range from which
 * systems take the ports of outgoing connections, so that no client occupies one between two starts. Each JVM takes
 * them from ranges that are its own: it keeps the first port of a range bound until it ends, and a range whose first
 * port is bound belongs to somebody else.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int RANGES = 100;
    private static final int PER_RANGE = 100;

    private static final List<ServerSocket> OWN_RANGES = new ArrayList<>();
    private static int next;
    private static int end;

    private FreePort() {}

    /** A port that nobody listens at now; each call gives another one. */
    public static synchronized int next() {
        while (true) {
            while (next < end) {
                int port = next++;
                if (isFree(port)) {
                    return port;
                }
            }
            claimRange();
        }
    }

    private static void claimRange() {
        // Processes that start one after the other begin at different places, and seldom meet.
        long start = ProcessHandle.current().pid() + OWN_RANGES.size();
        for (int i = 0; i < RANGES; i++) {
            int first = FIRST + (int) ((start + i) % RANGES) * PER_RANGE;
            try {
                OWN_RANGES.add(new ServerSocket(first));
                next = first + 1;
                end = first + PER_RANGE;
                return;
            } catch (IOException occupied) {
                // somebody else's range
            }
        }
        throw new IllegalStateException(
                "no port from " + FIRST + " to " + (FIRST + RANGES * PER_RANGE - 1) + " is free for another range");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException occupied) {
            return false;
        }
    }
}
