package dev.weir.soap.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Is notified of each request of a server whose head has come, when it is answered or its peer has gone. */
@FunctionalInterface
public interface RequestLog {
    /** The status of a request whose peer has gone before the answer; of one with a pushed reply, before that began. */
    int PEER_GONE = 499;

    /** Called on an event loop, several at a time: must not block, nor throw. */
    void ended(Ended request);

    /**
     * A request that is over. Its texts are the peer's: they may hold anything, and are as long as the limits of the head let
     * them be.
     *
     * @param peer the other end of the connection, which may be a proxy's
     * @param target path and query as they came
     * @param version HTTP/1.0, HTTP/1.1, or HTTP/2.0
     * @param status {@link #PEER_GONE} where nobody was there to be answered
     * @param bytes of the answer's body that were written
     * @param referer null where the request has none, like the agent
     * @param nanos from the request's head to the end of the answer
     */
    record Ended(
            InetSocketAddress peer,
            String method,
            String target,
            String version,
            int status,
            long bytes,
            @Nullable String referer,
            @Nullable String agent,
            long nanos) {}
}
