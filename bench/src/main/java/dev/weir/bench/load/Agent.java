package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
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
    private final Selector selector;
    private final List<LoadRequest> mix;
    private final ReplyCheck[] checks;
    private final ReplyParser parser = new ReplyParser();
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private ByteBuffer unsent = ByteBuffer.allocate(0);
    private int current = -1;
    private long start;
    private long transferred;

    Agent(InetSocketAddress server, Selector selector, List<LoadRequest> mix) {
        this.server = server;
        this.selector = selector;
        this.mix = mix;
        this.checks = mix.stream().map(request -> request.check().get()).toArray(ReplyCheck[]::new);
    }

    boolean waits() {
        return current >= 0;
    }

    /** When the request that it waits for was sent, or fell due. */
    long start() {
        return start;
    }

    /** All bytes that it has sent and received since it was made. */
    long transferred() {
        return transferred;
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
        unsent = ByteBuffer.wrap(mix.get(request).wire());
        SocketChannel open = channel;
        if (open == null || key == null) {
            open = SocketChannel.open();
            channel = open;
            open.configureBlocking(false);
            open.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = open.connect(server);
            key = open.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (!connected) {
                return;
            }
        }
        write(open, key);
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
        SocketChannel open = channel;
        SelectionKey interest = key;
        if (open == null || interest == null) {
            return false;
        }
        if (interest.isConnectable()) {
            open.finishConnect();
            interest.interestOps(SelectionKey.OP_READ);
            write(open, interest);
            return false;
        }
        if (interest.isWritable()) {
            write(open, interest);
        }
        return interest.isReadable() && read(open, buffer);
    }

    private void write(SocketChannel open, SelectionKey interest) throws IOException {
        transferred += open.write(unsent);
        int wanted = unsent.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (interest.interestOps() != wanted) {
            interest.interestOps(wanted);
        }
    }

    private boolean read(SocketChannel open, ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = open.read(buffer);
        if (count < 0) {
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
        transferred += count;
        if (!waits()) {
            throw new MeasureException("the server sent " + count + " bytes that nobody asked for");
        }
        ReplyCheck check = checks[current];
        int from = buffer.arrayOffset();
        return parser.feed(buffer.array(), from, from + count, check) && complete(check);
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
        current = -1;
        SocketChannel open = channel;
        channel = null;
        key = null;
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
