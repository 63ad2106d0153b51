package dev.weir.soap.http;

import io.vertx.core.http.HttpConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.Principal;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One connection and the time by which its peer must have done its next thing: sent a head, sent a body, read an
 * answer. The peer cannot put the deadline off by a byte now and then. While a handler works there is none.
 */
final class ServerConnection {
    private static final long NONE = Long.MAX_VALUE;

    final InetSocketAddress peer;

    /** Who the peer has proved to be by its certificate; null for anybody. */
    final @Nullable Principal client;

    private final HttpConnection connection;
    private final LongSupplier nanoTime;
    private volatile long deadline = NONE;
    private volatile @Nullable ServerExchange exchange;

    /** @param nanoTime the clock of the deadlines, as {@link System#nanoTime} */
    ServerConnection(HttpConnection connection, LongSupplier nanoTime) {
        this.connection = connection;
        this.nanoTime = nanoTime;
        this.peer = peer(connection);
        this.client = connection.isSsl() ? client(connection.sslSession()) : null;
    }

    private static @Nullable Principal client(SSLSession session) {
        try {
            return session.getPeerPrincipal();
        } catch (SSLPeerUnverifiedException nobody) {
            return null; // that is how sessions say that the peer has shown no certificate
        }
    }

    private static InetSocketAddress peer(HttpConnection connection) {
        String address = connection.remoteAddress().hostAddress();
        int port = Math.max(0, connection.remoteAddress().port());
        try {
            // A literal address: nothing is looked up.
            return new InetSocketAddress(InetAddress.getByName(address), port);
        } catch (UnknownHostException e) {
            return InetSocketAddress.createUnresolved(address, port);
        }
    }

    void deadlineIn(Duration time) {
        deadline = nanoTime.getAsLong() + time.toNanos();
    }

    void noDeadline() {
        deadline = NONE;
    }

    void exchange(@Nullable ServerExchange begun) {
        exchange = begun;
    }

    void closeIfOverdue(long now) {
        long due = deadline;
        if (due != NONE && now - due > 0) {
            noDeadline();
            ServerExchange current = exchange;
            if (current == null) {
                connection.close();
            } else {
                current.overdue();
            }
        }
    }

    /** The server closes: whoever waits for an answer gets one. */
    void turnAway() {
        ServerExchange current = exchange;
        if (current != null) {
            current.turnAway();
        }
    }

    void close() {
        connection.close();
    }

    void closed() {
        ServerExchange current = exchange;
        if (current != null) {
            current.peerGone();
        }
    }
}
