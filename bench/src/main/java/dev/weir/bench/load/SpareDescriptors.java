package dev.weir.bench.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * File descriptors that the agents do not get. Where they have taken all others, a result needs some to be made: the times of
 * threads and processes are read from files, and a class that is used for the first time may be too. For one thread.
 */
final class SpareDescriptors implements AutoCloseable {
    private static final int COUNT = 8;

    private final List<SocketChannel> spare = new ArrayList<>();

    SpareDescriptors() {
        take();
    }

    /** What a reading says that may use the descriptors. */
    <T> T lend(Supplier<T> reading) throws IOException {
        close();
        T read = reading.get();
        take();
        return read;
    }

    /** As many as there are: whoever has the others, such as a class that opened a file of its own, keeps them. */
    private void take() {
        try {
            while (spare.size() < COUNT) {
                spare.add(SocketChannel.open());
            }
        } catch (IOException none) {
            return; // agents that get none either say so
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel one : spare) {
            one.close();
        }
        spare.clear();
    }
}
