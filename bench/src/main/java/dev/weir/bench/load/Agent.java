package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One virtual user: its connection, and the request that it waits for. It opens a connection when it has none. For the
 * driver's thread.
 */
final class Agent {
    private final InetSocketAddress server;
    private final Transport.Factory transports;
    private final Selector selector;
    private final List<LoadRequest> mix;
    private final ReplyCheck[] checks;
    /** For each request of the mix, its bytes and this agent's position in them. */
    private final ByteBuffer[] wires;

    private final ReplyParser parser = new ReplyParser();
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private @Nullable Transport transport;
    private int current = -1;
    private int last = -1;
    private @Nullable ByteBuffer unsent;
    private long start;
    private long sent;
    private long transferred;

    /** @param wires of the mix, shared by all agents; not changed */
    Agent(
            InetSocketAddress server,
            Transport.Factory transports,
            Selector selector,
            List<LoadRequest> mix,
            List<ByteBuffer> wires) {
        this.server = server;
        this.transports = transports;
        this.selector = selector;
        this.mix = mix;
        this.checks = mix.stream().map(request -> request.check().get()).toArray(ReplyCheck[]::new);
        this.wires = wires.stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
    }

    boolean waits() {
        return current >= 0;
    }

    /** The number in the mix of the request that it waits for; negative if it waits for none. */
    int request() {
        return current;
    }

    /** The number in the mix of the request that it sent last; negative if it has sent none. */
    int lastRequest() {
        return last;
    }

    /** When the request that it waits for was sent, or fell due. */
    long start() {
        return start;
    }

    /** When the request that it waits for was sent. */
    long sent() {
        return sent;
    }

    /** Of the last reply. */
    int status() {
        return parser.status();
    }

    /** Whether there is a connection, on which the server has said nothing. */
    boolean hearsNothing() {
        Transport open = transport;
        return open != null && !open.heard();
    }

    /** Why its request is an error, which has no whole reply within this time. */
    MeasureException late(Duration timeout) {
        Transport open = transport;
        String missing = open == null
                ? "no connection"
                : !open.established()
                        ? "no end of the TLS handshake"
                        : parser.hasBegun() ? "no end of the reply" : "no reply";
        return new MeasureException(missing + " within "
                + BigDecimal.valueOf(timeout.toMillis(), 3).stripTrailingZeros().toPlainString() + " s"
                + (parser.hasBegun() ? ": it is still " + parser.place() : ""));
    }

    /** All bytes that it has sent and received since it was made. */
    long transferred() {
        Transport open = transport;
        return open == null ? transferred : transferred + open.transferred();
    }

    /**
     * Begins a request.
     *
     * @param request its number in the mix
     * @param since the time from which its latency counts
     * @param now the time
     * @throws MeasureException if the connection fails
     */
    void send(int request, long since, long now) {
        current = request;
        last = request;
        start = since;
        sent = now;
        unsent = wires[request].clear();
        Transport open = transport;
        SelectionKey interest = key;
        if (open != null && interest != null) {
            write(open, interest);
        } else {
            connect();
        }
    }

    private void connect() {
        SocketChannel made;
        try {
            made = SocketChannel.open();
        } catch (IOException none) {
            throw new NoDescriptorException("no connection, for want of a file descriptor: " + none.getMessage(), none);
        }
        channel = made;
        try {
            made.configureBlocking(false);
            made.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = made.connect(server);
            key = made.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (connected) {
                begin(made, key);
            }
        } catch (IOException failed) {
            throw noConnection(failed);
        }
    }

    private void connected(SocketChannel connecting, SelectionKey interest) {
        try {
            connecting.finishConnect();
            interest.interestOps(SelectionKey.OP_READ);
            begin(connecting, interest);
        } catch (IOException failed) {
            throw noConnection(failed);
        }
    }

    private void begin(SocketChannel connected, SelectionKey interest) throws IOException {
        Transport made = transports.over(connected);
        transport = made;
        write(made, interest);
    }

    private NoConnectionException noConnection(IOException failed) {
        return new NoConnectionException(
                "no connection to " + server.getHostString() + ":" + server.getPort() + ": " + failed.getMessage(),
                failed);
    }

    /**
     * Goes on where the connection is ready.
     *
     * @param buffer for what is read; its content does not matter afterwards
     * @return whether the reply is complete
     * @throws MeasureException if the connection fails or the reply is wrong
     */
    boolean ready(ByteBuffer buffer) {
        SocketChannel connecting = channel;
        SelectionKey interest = key;
        if (connecting == null || interest == null) {
            return false;
        }
        Transport open = transport;
        if (open == null) {
            connected(connecting, interest);
            return false;
        }
        int ready = interest.readyOps();
        if ((ready & SelectionKey.OP_WRITE) != 0) {
            write(open, interest);
        }
        return (ready & SelectionKey.OP_READ) != 0 && read(open, interest, buffer);
    }

    /**
     * Looks, while it waits for no reply, what the server has sent since the last one. The connection is closed if there is
     * something, as nobody could say what a reply belongs to that follows; also if the server has ended it, which it may.
     *
     * @param buffer for what is read; its content does not matter afterwards
     * @return how many bytes have come
     */
    int readUnasked(ByteBuffer buffer) {
        Transport open = transport;
        if (open == null) {
            return 0;
        }
        int count;
        try {
            do {
                buffer.clear();
                count = open.read(buffer);
            } while (count == 0 && open.holdsMore());
        } catch (IOException | MeasureException lost) {
            count = -1; // no request was under way that could fail: the next one has another connection
        }
        if (count != 0) {
            disconnect();
        }
        return Math.max(0, count);
    }

    private void write(Transport open, SelectionKey interest) {
        ByteBuffer from = unsent;
        if (from == null) {
            return;
        }
        int wanted = SelectionKey.OP_READ;
        try {
            if (open.write(from)) {
                wanted |= SelectionKey.OP_WRITE;
            }
        } catch (IOException lost) {
            // The server has closed the connection. It may have answered before: reading will tell.
            wanted = SelectionKey.OP_READ;
        }
        if (interest.interestOps() != wanted) {
            interest.interestOps(wanted);
        }
    }

    private boolean read(Transport open, SelectionKey interest, ByteBuffer buffer) {
        boolean complete = false;
        do {
            buffer.clear();
            int count = receive(open, buffer);
            if (count < 0) {
                return connectionEnds() || complete;
            }
            if (count > 0) {
                complete |= accept(buffer, count);
            }
        } while (transport == open && open.holdsMore());
        if (complete && !buffer.hasRemaining()) {
            requireNothing(readUnasked(buffer)); // there may be more, for which there was no room
        }
        if (transport == open && isSending()) {
            write(open, interest); // a handshake kept it from being sent
        }
        return complete;
    }

    private static void requireNothing(int bytes) {
        if (bytes > 0) {
            throw ReplyParser.afterReply(bytes);
        }
    }

    private int receive(Transport open, ByteBuffer buffer) {
        try {
            return open.read(buffer);
        } catch (IOException lost) {
            throw new MeasureException(
                    "the connection broke " + parser.place() + whileSending() + ": " + lost.getMessage(), lost);
        }
    }

    private String whileSending() {
        return isSending() ? ", while the request was being sent" : "";
    }

    private boolean isSending() {
        ByteBuffer rest = unsent;
        return rest != null && rest.hasRemaining();
    }

    private boolean accept(ByteBuffer buffer, int count) {
        if (!waits()) {
            requireNothing(count);
        }
        ReplyCheck check = checks[current];
        int from = buffer.arrayOffset();
        return parser.feed(buffer.array(), from, from + count, check) && complete(check);
    }

    /** Returns whether that completes a reply. */
    private boolean connectionEnds() {
        int request = current;
        if (request >= 0 && !parser.endsWithConnection()) {
            throw new MeasureException("the server closed the connection " + parser.place() + whileSending());
        }
        disconnect();
        if (request < 0) {
            return false;
        }
        current = request;
        return complete(checks[request]);
    }

    private boolean complete(ReplyCheck check) {
        LoadRequest request = mix.get(current);
        current = -1;
        if (parser.closes() || isSending()) {
            disconnect(); // also where the server did not want the whole request: the rest would begin the next one
        }
        int right = request.status();
        if (right != LoadRequest.ANY_STATUS && parser.status() != right) {
            throw new MeasureException("answered by HTTP status " + parser.status() + ", not " + right);
        }
        String wrong = check.end();
        if (wrong != null) {
            throw new MeasureException(wrong);
        }
        return true;
    }

    /** Gives up the connection, and what it waits for. */
    void disconnect() {
        transferred = transferred();
        current = -1;
        Closeable open = transport == null ? channel : transport;
        channel = null;
        key = null;
        transport = null;
        parser.reset();
        if (open != null) {
            try {
                open.close();
            } catch (IOException lost) {
                // It is of no use any more, and nothing that was read depends on it.
                return;
            }
        }
    }
}
