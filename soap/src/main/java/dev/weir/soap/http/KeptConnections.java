package dev.weir.soap.http;

import io.netty.channel.EventLoop;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.internal.ContextInternal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The connections of clients that are open. The peer of one that has carried requests before may have closed it without saying
 * so: the end of it lies in the socket until the event loop comes to read it, and a request that is written before that is lost.
 */
final class KeptConnections {
    private static final Logger LOG = System.getLogger(KeptConnections.class.getName());

    private final Vertx vertx;
    private final Map<HttpConnection, Kept> open = new ConcurrentHashMap<>();

    private static final class Kept {
        final EventLoop loop;
        /** Whether it has been given a request; one at a time has the connection. */
        volatile boolean used;

        Kept(EventLoop loop) {
            this.loop = loop;
        }
    }

    KeptConnections(Vertx vertx) {
        this.vertx = vertx;
    }

    /** To be called on the connection's event loop, before its first request. */
    void opened(HttpConnection connection) {
        // The call that has the connection fails by it, and says so; Vert.x would also log it as an error of its own.
        connection.exceptionHandler(failure -> LOG.log(Level.DEBUG, "a connection to a server failed", failure));
        connection.closeHandler(nothing -> open.remove(connection));
        open.put(connection, new Kept(((ContextInternal) vertx.getOrCreateContext()).nettyEventLoop()));
    }

    /** Gives the connection to no further request; the caller closes it. */
    void retire(HttpConnection connection) {
        open.remove(connection);
    }

    /** True until the request's connection is looked at for its first one. */
    boolean isNew(HttpClientRequest request) {
        Kept kept = open.get(request.connection());
        return kept != null && !kept.used;
    }

    /**
     * Runs one of both: {@code send} at once where the request's connection is new; where it is not, {@code send} or
     * {@code closed} on its event loop when that has read what the peer has sent until now.
     */
    void look(HttpClientRequest request, Runnable send, Runnable closed) {
        HttpConnection connection = request.connection();
        Kept kept = open.get(connection);
        if (kept == null) {
            closed.run();
        } else if (!kept.used) {
            kept.used = true;
            send.run();
        } else {
            try {
                // Scheduled, as the loop runs tasks that are just submitted before it reads from sockets again.
                var unused = kept.loop.schedule(
                        () -> (open.containsKey(connection) ? send : closed).run(), 0, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                closed.run();
            }
        }
    }
}
