package dev.weir.soap.http;

import java.io.ByteArrayOutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * What a handler pushes, between its threads and the event loop that writes it: the exchange takes all that waits at a time, and
 * the next when the peer has got that.
 */
final class PushedReply implements Push {
    private static final Logger LOG = System.getLogger(HttpServer.class.getName());

    /** Where the handler that pushes is mounted. */
    final String mountedAt;

    private final PushedBody body;
    private final Runnable wake;

    private ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    /** What the exchange is writing. */
    private int underWay;
    /** True from a wake until the exchange comes to take. */
    private boolean awake;

    private boolean closed;
    private boolean overrun;

    /** @param wake has the exchange come to take, on its event loop */
    PushedReply(PushedBody body, String mountedAt, Runnable wake) {
        this.body = body;
        this.mountedAt = mountedAt;
        this.wake = wake;
    }

    @Override
    public boolean send(byte[] piece) {
        if (piece.length > MOST_WAITING_BYTES) {
            throw new IllegalArgumentException(
                    "a piece must not be longer than " + MOST_WAITING_BYTES + " bytes: length=" + piece.length);
        }
        boolean taken;
        boolean asleep;
        synchronized (this) {
            if (closed) {
                return false;
            }
            taken = waiting.size() + underWay + piece.length <= MOST_WAITING_BYTES;
            if (taken) {
                waiting.writeBytes(piece);
            } else {
                closed = true;
                overrun = true;
                waiting = new ByteArrayOutputStream();
            }
            asleep = !awake || overrun;
            awake = true;
        }
        if (asleep) {
            wake.run();
        }
        return taken;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            awake = true;
        }
        wake.run();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** True where more has been pushed than may wait for the peer. */
    synchronized boolean isOverrun() {
        return overrun;
    }

    /** What is to be written now: nothing where nothing waits, null where nothing will come any more. */
    synchronized byte @Nullable [] take() {
        awake = false;
        underWay = waiting.size();
        if (underWay == 0) {
            return closed ? null : new byte[0];
        }
        byte[] next = waiting.toByteArray();
        // Not reset: a burst's buffer would stay for hours.
        waiting = new ByteArrayOutputStream();
        return next;
    }

    void begin() {
        body.begin(this);
    }

    /** Nothing more is sent. To be called once, by the exchange. */
    void ended() {
        synchronized (this) {
            closed = true;
            waiting = new ByteArrayOutputStream();
        }
        try {
            body.close();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a pushed reply below " + mountedAt + "/ was not closed in order", e);
        }
    }
}
