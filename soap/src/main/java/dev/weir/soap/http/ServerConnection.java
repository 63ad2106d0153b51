package dev.weir.soap.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.Principal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One connection, its exchanges, and the time by which its peer must have done its next thing: sent a head, sent a body, read
 * an answer. The peer cannot put the deadline off by a byte now and then. While a handler works there is none.
 *
 * <p>In HTTP/1.1 one exchange has the connection, and uses its deadline. In HTTP/2 each has a stream and a deadline of its
 * own; that of the connection is for the time in which there is no stream.
 */
final class ServerConnection {
    /** For what a peer has begun before it learns that it shall begin no more. */
    private static final Duration LAST_STREAMS = Duration.ofSeconds(5);

    final InetSocketAddress peer;

    /** Who the peer has proved to be by its certificate; null for anybody. */
    final @Nullable Principal client;

    /** Those of HTTP/2; null in HTTP/1.1. */
    final @Nullable StreamWindows windows;

    /** True in HTTP/2, where there may be many exchanges at a time. */
    final boolean multiplexed;

    final HttpConnection connection;
    private final LongSupplier nanoTime;
    private final Deadline deadline;
    private final Arrivals.Arrival arrival;
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean closed;
    private volatile @Nullable ServerExchange exchange;
    /** When it was opened, or its last exchange ended. */
    private volatile long idleSince;
    /** Set once, and not while it serves a request. */
    private boolean gaveWay;
    /** Those of HTTP/2. */
    private final Set<ServerExchange> streams;

    /**
     * @param windows null in HTTP/1.1
     * @param arrival what comes on it
     * @param nanoTime the clock of the deadlines, as {@link System#nanoTime}
     */
    ServerConnection(
            HttpConnection connection,
            InetSocketAddress peer,
            @Nullable StreamWindows windows,
            Arrivals.Arrival arrival,
            LongSupplier nanoTime) {
        this.connection = connection;
        this.arrival = arrival;
        this.nanoTime = nanoTime;
        this.idleSince = nanoTime.getAsLong();
        this.deadline = new Deadline(nanoTime);
        this.peer = peer;
        this.windows = windows;
        this.client = connection.isSsl() ? client(connection.sslSession()) : null;
        this.multiplexed = windows != null;
        this.streams = multiplexed ? ConcurrentHashMap.newKeySet() : Set.of();
    }

    private static @Nullable Principal client(SSLSession session) {
        try {
            return session.getPeerPrincipal();
        } catch (SSLPeerUnverifiedException nobody) {
            return null; // that is how sessions say that the peer has shown no certificate
        }
    }

    /** The address of the other end. */
    static InetSocketAddress peer(HttpConnection connection) {
        return address(connection.remoteAddress());
    }

    static InetSocketAddress address(SocketAddress end) {
        String address = end.hostAddress();
        int port = Math.max(0, end.port());
        try {
            // A literal address: nothing is looked up.
            return new InetSocketAddress(InetAddress.getByName(address), port);
        } catch (UnknownHostException e) {
            return InetSocketAddress.createUnresolved(address, port);
        }
    }

    /** True once: for what is said of a connection as a whole. */
    boolean firstFailure() {
        return failed.compareAndSet(false, true);
    }

    /** The deadline of an exchange that is about to begin. */
    Deadline deadlineOfExchange() {
        return multiplexed ? new Deadline(nanoTime) : deadline;
    }

    void headIn(Duration time) {
        deadline.in(time);
    }

    /** Exchanges that are under way on streams. */
    int streams() {
        return streams.size();
    }

    /** True until all that has been asked is answered, and the peer has been read for as long as is due. */
    boolean isBusy() {
        return exchange != null || !streams.isEmpty();
    }

    /** True while it has a request that is taken: its body comes in, or it is handled, or answered. */
    boolean isServing() {
        ServerExchange current = exchange;
        return current != null && current.isTaken() || streams.stream().anyMatch(ServerExchange::isTaken);
    }

    /**
     * Since when it serves nothing, where it does not: on the clock of the deadlines. What has begun to come since then begins that
     * time anew, once: bytes now and then do not put it off. (In HTTP/2 frames come that are no requests.)
     */
    long unservedSince() {
        return multiplexed ? idleSince : arrival.begunAt(idleSince);
    }

    /** Leaves its place to another connection; false where it serves a request meanwhile, or has left it already. */
    synchronized boolean giveWay() {
        if (gaveWay || isServing()) {
            return false;
        }
        gaveWay = true;
        return true;
    }

    /** Takes a request, for whose sake it is not closed from now on; false where it has given way to another connection. */
    synchronized boolean take(ServerExchange request) {
        if (!gaveWay) {
            request.taken();
        }
        return !gaveWay;
    }

    /**
     * Reads nothing more, until {@link #resumeReading}: Vert.x would read some pieces of 64 KiB more for a request that is paused,
     * which nobody counts. Of HTTP/2 others' streams come on the same connection, and windows bound what comes.
     */
    void pauseReading() {
        if (!multiplexed) {
            arrival.pause();
        }
    }

    void resumeReading() {
        if (!multiplexed) {
            arrival.resume();
        }
    }

    /** What has come until now is the request under way, as a whole. */
    void requestRead() {
        arrival.used();
    }

    void begun(ServerExchange begun) {
        if (multiplexed) {
            streams.add(begun);
            deadline.none();
        } else {
            exchange = begun;
        }
    }

    /**
     * The peer has its answer, or does without.
     *
     * @param head by when the next head must come, where this was the only exchange
     */
    void ended(ServerExchange ended, Duration head) {
        idleSince = nanoTime.getAsLong();
        resumeReading();
        if (!multiplexed) {
            exchange = null;
            deadline.in(head);
        } else if (streams.remove(ended) && streams.isEmpty()) {
            deadline.in(head);
        }
    }

    void closeIfOverdue(long now) {
        if (deadline.passes(now)) {
            ServerExchange current = exchange;
            if (current == null) {
                connection.close();
            } else {
                current.overdue();
            }
        }
        for (ServerExchange stream : streams) {
            stream.endIfOverdue(now);
        }
    }

    /** The server closes: whoever waits for an answer gets one. */
    void turnAway() {
        ServerExchange current = exchange;
        if (current != null) {
            current.turnAway();
        }
        streams.forEach(ServerExchange::turnAway);
    }

    void close() {
        connection.close();
    }

    /** Ends a connection of HTTP/2 (GOAWAY) that has no streams left. */
    void dismiss() {
        if (streams.isEmpty()) {
            connection.shutdown(LAST_STREAMS);
        }
    }

    boolean isClosed() {
        return closed;
    }

    void closed() {
        closed = true;
        ServerExchange current = exchange;
        if (current != null) {
            current.peerGone();
        }
        streams.forEach(ServerExchange::peerGone);
    }
}
