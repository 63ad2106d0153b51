package dev.weir.soap.http;

import java.io.IOException;

/** A request that got no HTTP answer; says why, and whether the peer may have acted on it all the same. */
public final class HttpException extends IOException {
    private final Kind kind;
    private final boolean mayHaveReachedPeer;

    HttpException(Kind kind, boolean mayHaveReachedPeer, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.mayHaveReachedPeer = mayHaveReachedPeer;
    }

    HttpException(Kind kind, boolean mayHaveReachedPeer, String message) {
        super(message);
        this.kind = kind;
        this.mayHaveReachedPeer = mayHaveReachedPeer;
    }

    public Kind kind() {
        return kind;
    }

    /** False only where no byte of the request was handed to a connection. */
    public boolean mayHaveReachedPeer() {
        return mayHaveReachedPeer;
    }

    public enum Kind {
        /** The address is none: not http or https, or without host. */
        BAD_ADDRESS,
        /** The client's {@link PeerPolicy} refuses the address. */
        FORBIDDEN,
        UNKNOWN_HOST,
        /** Nobody listens there, or no connection came about in time. */
        NOT_CONNECTED,
        /** No secure connection came about. */
        TLS,
        /** All connections to the host are in use, and so are all places in the queue for them. */
        BUSY,
        TIMEOUT,
        /** The peer closed the connection, or sent something that is not HTTP. */
        BROKEN,
        /** The reply is longer than the client takes. */
        TOO_LARGE
    }
}
