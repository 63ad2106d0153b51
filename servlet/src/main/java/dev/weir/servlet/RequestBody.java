package dev.weir.servlet;

import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.MemoryReservation;
import dev.weir.soap.jaxws.endpoint.ContainerEndpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request on the container's thread: into memory, or into the endpoint's sink where the endpoint
 * takes long ones as they arrive. What is kept grows with what is there, not with what a length field claims.
 */
final class RequestBody {
    /** What an endpoint that takes bodies as they arrive still gets whole; the same as of Weir's own server. */
    private static final int WHOLE_BYTES = 256 * 1024;

    private static final Duration DISCARD_TIME = Duration.ofSeconds(5);
    private static final int TRUSTED_LENGTH = 64 * 1024;
    private static final int PIECE_BYTES = 16 * 1024;
    private static final byte[] NOTHING = new byte[0];

    private final ContainerEndpoint endpoint;
    private final HttpRequest head;
    private final MemoryReservation memory;
    private final long mostMemory;
    private final int most;
    private byte[] bytes = NOTHING;
    private int length;
    private @Nullable BodySink sink;

    /**
     * A body that is not read yet.
     *
     * @param memory takes what it needs, and what handling it does
     * @param mostMemory that all requests together may take
     * @param most bytes of a body in memory
     */
    RequestBody(ContainerEndpoint endpoint, HttpRequest head, MemoryReservation memory, long mostMemory, int most) {
        this.endpoint = endpoint;
        this.head = head;
        this.memory = memory;
        this.mostMemory = mostMemory;
        this.most = most;
    }

    /**
     * Reads the body to its end.
     *
     * @param declared the Content-Length; -1 for none
     * @throws BodyRefusedException where it is not wanted, or there is too little memory
     */
    void read(InputStream in, long declared) throws IOException {
        try {
            if (declared > WHOLE_BYTES) {
                sink = endpoint.sink(head, declared);
            }
            if (sink == null) {
                refuseIfTooLong(declared);
            }
            boolean asked = declared > WHOLE_BYTES;
            if (sink == null && declared > 0 && declared <= TRUSTED_LENGTH) {
                memory.hold(declared);
                bytes = new byte[(int) declared];
            }
            while (sink == null) {
                if (length == bytes.length && !grow(in)) {
                    return;
                }
                int count = in.read(bytes, length, bytes.length - length);
                if (count < 0) {
                    return;
                }
                length += count;
                if (!asked && length > WHOLE_BYTES) {
                    asked = true;
                    sink = endpoint.sink(head, -1);
                }
            }
            pour(in, sink);
        } catch (IOException | RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /**
     * Reads on, for a while, what is not wanted: a peer that is busy sending would see a reset connection and not the
     * answer. One that asked before sending has not begun to.
     */
    static void discard(HttpServletRequest request) throws IOException {
        if (request.getHeader("Expect") != null) {
            return;
        }
        InputStream in = request.getInputStream();
        byte[] piece = new byte[PIECE_BYTES];
        long end = System.nanoTime() + DISCARD_TIME.toNanos();
        while (System.nanoTime() - end < 0 && in.read(piece) >= 0) {
            // The bytes are dropped.
        }
    }

    /** Makes room for more; false where there is no more. */
    private boolean grow(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            return false;
        }
        long wanted = Math.max(PIECE_BYTES, Math.min(bytes.length * 2L, most));
        if (length + 1L > most) {
            refuseIfTooLong(length + 1L);
        }
        wanted = Math.max(wanted, length + 1L);
        memory.hold(wanted);
        bytes = Arrays.copyOf(bytes, (int) wanted);
        bytes[length++] = (byte) next;
        return true;
    }

    private void refuseIfTooLong(long wanted) {
        if (wanted > most) {
            throw new BodyRefusedException(413, "The request's body must not be longer than " + most + " bytes.");
        }
        refuseIfTooLarge(endpoint.memory(wanted));
    }

    private void refuseIfTooLarge(long needed) {
        if (needed > mostMemory) {
            // Not 503: sent again, it would not fit either.
            throw new BodyRefusedException(
                    413,
                    "The server has too little memory for this request, which takes " + needed / 1024
                            + " KiB to be handled.");
        }
    }

    private void pour(InputStream in, BodySink taker) throws IOException {
        byte[] piece = length == 0 ? new byte[PIECE_BYTES] : bytes;
        memory.hold(WHOLE_BYTES);
        if (length > 0) {
            taker.accept(bytes, 0, length);
        }
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            taker.accept(piece, 0, count);
        }
        bytes = NOTHING;
        length = 0;
    }

    /** Takes the memory that handling needs. */
    void admit(HttpRequest whole) {
        BodySink taken = sink;
        try {
            long needed = taken == null ? endpoint.memory(whole) : taken.memory();
            refuseIfTooLarge(needed);
            memory.hold(needed);
        } catch (RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /** Empty where a sink has it. */
    byte[] bytes() {
        byte[] whole = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = NOTHING;
        length = 0;
        return whole;
    }

    /** Null where the body is in memory. */
    @Nullable BodySink sink() {
        return sink;
    }

    private void abandon() {
        BodySink dropped = sink;
        if (dropped != null) {
            sink = null;
            dropped.abandon();
        }
    }
}
