package dev.weir.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The channel itself. */
final class PlainTransport implements Transport {
    private final SocketChannel channel;
    private long transferred;
    private boolean heard;

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
        if (count > 0) {
            transferred += count;
            heard = true;
        }
        return count;
    }

    @Override
    public boolean holdsMore() {
        return false;
    }

    @Override
    public boolean established() {
        return true;
    }

    @Override
    public boolean heard() {
        return heard;
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
