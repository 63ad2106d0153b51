package dev.weir.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The channel itself. */
final class PlainTransport implements Transport {
    private final SocketChannel channel;
    private long transferred;

    PlainTransport(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public boolean write(ByteBuffer from) throws IOException {
        transferred += channel.write(from);
        return from.hasRemaining();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = channel.read(into);
        transferred += Math.max(0, count);
        return count;
    }

    @Override
    public boolean holdsMore() {
        return false;
    }

    @Override
    public long transferred() {
        return transferred;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
