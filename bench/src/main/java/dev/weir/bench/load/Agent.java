package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
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
    private @Nullable ByteBuffer unsent;
    private long start;
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

    /** When the request that it waits for was sent, or fell due. */
    long start() {
        return start;
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
     */
    void send(int request, long since) throws IOException {
        current = request;
        start = since;
        unsent = wires[request].clear();
        Transport open = transport;
        SelectionKey interest = key;
        if (open != null && interest != null) {
            write(open, interest);
        } else {
            connect();
        }
    }

    private void connect() throws IOException {
        SocketChannel made = SocketChannel.open();
        channel = made;
        made.configureBlocking(false);
        made.setOption(StandardSocketOptions.TCP_NODELAY, true);
        boolean connected = made.connect(server);
        key = made.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        if (connected) {
            begin(made, key);
        }
    }

    private void begin(SocketChannel connected, SelectionKey interest) throws IOException {
        Transport made = transports.over(connected);
        transport = made;
        write(made, interest);
    }

    /**
     * Goes on where the connection is ready.
     *
     * @param buffer for what is read; its content does not matter afterwards
     * @return whether the reply is complete
     * @throws IOException if the connection fails
     * @throws MeasureException if the reply is wrong
     */
    boolean ready(ByteBuffer buffer) throws IOException {
        SocketChannel connecting = channel;
        SelectionKey interest = key;
        if (connecting == null || interest == null) {
            return false;
        }
        Transport open = transport;
        if (open == null) {
            connecting.finishConnect();
            interest.interestOps(SelectionKey.OP_READ);
            begin(connecting, interest);
            return false;
        }
        int ready = interest.readyOps();
        if ((ready & SelectionKey.OP_WRITE) != 0) {
            write(open, interest);
        }
        return (ready & SelectionKey.OP_READ) != 0 && read(open, interest, buffer);
    }

    private void write(Transport open, SelectionKey interest) throws IOException {
        ByteBuffer from = unsent;
        if (from == null) {
            return;
        }
        int wanted = open.write(from) ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (interest.interestOps() != wanted) {
            interest.interestOps(wanted);
        }
    }

    private boolean read(Transport open, SelectionKey interest, ByteBuffer buffer) throws IOException {
        boolean complete = false;
        do {
            buffer.clear();
            int count = open.read(buffer);
            if (count < 0) {
                return connectionEnds() || complete;
            }
            if (count > 0) {
                complete |= accept(buffer, count);
            }
        } while (transport == open && open.holdsMore());
        ByteBuffer from = unsent;
        if (transport == open && from != null && from.hasRemaining()) {
            write(open, interest); // a handshake kept it from being sent
        }
        return complete;
    }

    private boolean accept(ByteBuffer buffer, int count) {
        if (!waits()) {
            throw new MeasureException("the server sent " + count + " bytes that nobody asked for");
        }
        ReplyCheck check = checks[current];
        int from = buffer.arrayOffset();
        return parser.feed(buffer.array(), from, from + count, check) && complete(check);
    }

    /** Returns whether that completes a reply. */
    private boolean connectionEnds() {
        int request = current;
        boolean ended = parser.connectionEnds();
        disconnect();
        if (request < 0) {
            return false;
        }
        if (!ended) {
            throw new MeasureException("the server closed the connection before it answered");
        }
        current = request;
        return complete(checks[request]);
    }

    private boolean complete(ReplyCheck check) {
        LoadRequest request = mix.get(current);
        current = -1;
        if (parser.closes()) {
            disconnect();
        }
        if (parser.status() != request.status()) {
            throw new MeasureException(request.name() + " was answered by HTTP status " + parser.status());
        }
        String wrong = check.end();
        if (wrong != null) {
            throw new MeasureException(request.name() + ": " + wrong);
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
        parser.connectionEnds();
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
