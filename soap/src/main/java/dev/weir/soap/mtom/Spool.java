package dev.weir.soap.mtom;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message, in the order in which they arrived: in memory up to a limit and as long as there is {@link SpareMemory},
 * then in a file. Parts are slices of it, so that a message has one file however many parts it has. Written by one thread at a time;
 * once complete, read by any number.
 */
final class Spool implements AutoCloseable {
    private static final int FIRST_BYTES = 16 * 1024;
    /** The JDK keeps for each thread a buffer outside the heap that is as long as the longest read or write of the thread. */
    private static final int PIECE_BYTES = 64 * 1024;

    private final int memoryBytes;
    private final int spareBytes;
    private final Path directory;

    /** How long it is expected to be; -1 where nobody says so. */
    private final long expected;

    private byte[] memory;
    private long length;
    private @Nullable FileChannel file;

    /** What has been taken of the spare memory, until it is given back. */
    private final AtomicLong spare = new AtomicLong();

    private volatile boolean closed;

    /**
     * @param memoryBytes as of {@link MimeLimits}
     * @param spareBytes as of MimeLimits
     * @param expected how long it will be, by what the peer says; -1 where it does not
     */
    Spool(int memoryBytes, int spareBytes, long expected, Path directory) {
        this.memoryBytes = memoryBytes;
        this.spareBytes = spareBytes;
        this.expected = expected;
        this.directory = directory;
        this.memory = new byte[Math.min(memoryBytes, FIRST_BYTES)];
    }

    /** A message that is in memory already; its array must not be changed any more. */
    Spool(byte[] whole) {
        this.memoryBytes = whole.length;
        this.spareBytes = 0;
        this.expected = whole.length;
        this.directory = Path.of("");
        this.memory = whole;
        this.length = whole.length;
    }

    void append(byte[] bytes, int offset, int count) throws IOException {
        FileChannel open = file;
        if (open == null && !hasRoom(count)) {
            open = SpoolFiles.open(directory);
            file = open;
            write(open, memory, 0, (int) length);
            memory = new byte[0];
            giveSpare();
        }
        if (open != null) {
            write(open, bytes, offset, count);
        } else {
            System.arraycopy(bytes, offset, memory, (int) length, count);
        }
        length += count;
    }

    /** Makes room for so many bytes more in memory, where they may be there. */
    private boolean hasRoom(int count) {
        long needed = length + count;
        if (needed <= memory.length) {
            return true;
        }
        long wanted = Math.max(needed, length * 2);
        if (needed <= memoryBytes) {
            memory = Arrays.copyOf(memory, (int) Math.min(memoryBytes, wanted));
            return true;
        }
        long most = (long) memoryBytes + spareBytes;
        if (needed > most || expected > most) {
            return false;
        }
        wanted = expected >= needed ? expected : Math.min(most, wanted);
        long more = wanted - memoryBytes - spare.get();
        if (!SpareMemory.tryTake(more)) {
            return false;
        }
        spare.addAndGet(more);
        memory = Arrays.copyOf(memory, (int) wanted);
        return true;
    }

    private void giveSpare() {
        SpareMemory.give(spare.getAndSet(0));
    }

    private static void write(FileChannel to, byte[] bytes, int offset, int count) throws IOException {
        int end = offset + count;
        for (int at = offset; at < end; ) {
            at += to.write(ByteBuffer.wrap(bytes, at, Math.min(end - at, PIECE_BYTES)));
        }
    }

    long length() {
        return length;
    }

    boolean inFile() {
        return file != null;
    }

    /** True for more than what every message may have in memory. */
    boolean isLong() {
        return file != null || spare.get() > 0;
    }

    /** What the spool takes of the heap, beside spare memory. */
    int heapBytes() {
        return (int) (memory.length - spare.get());
    }

    InputStream open(long from, long count) throws IOException {
        Objects.checkFromIndexSize(from, count, length);
        requireOpen();
        FileChannel channel = file;
        return channel == null
                ? new ByteArrayInputStream(memory, (int) from, (int) count)
                : new Slice(this, channel, from, from + count);
    }

    /** A slice in an array; that of the whole message where it is in memory, so compare {@link Bytes#offset}. */
    Bytes bytes(long from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, length);
        requireOpen();
        FileChannel channel = file;
        if (channel == null) {
            return new Bytes(memory, (int) from, count);
        }
        byte[] copy = new byte[count];
        for (int read = 0; read < count; ) {
            read += read(channel, from + read, copy, read, count - read);
        }
        return new Bytes(copy, 0, count);
    }

    /** The same in an array of its own. */
    byte[] copy(long from, int count) throws IOException {
        Bytes bytes = bytes(from, count);
        return file == null ? bytes.copy() : bytes.array();
    }

    /** @return how many of the wanted bytes, one at least */
    private static int read(FileChannel channel, long from, byte[] into, int offset, int wanted) throws IOException {
        int count = channel.read(ByteBuffer.wrap(into, offset, Math.min(wanted, PIECE_BYTES)), from);
        if (count < 0) {
            throw new EOFException("the file of a message is shorter than what was written");
        }
        return count;
    }

    /** Part of an array. */
    record Bytes(byte[] array, int offset, int length) {
        byte[] copy() {
            return Arrays.copyOfRange(array, offset, offset + length);
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("the message that this attachment came with is released");
        }
    }

    /** Releases the file and the memory. Any thread; more than once is harmless. */
    @Override
    public void close() {
        closed = true;
        giveSpare();
        FileChannel open = file;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                System.getLogger(Spool.class.getName())
                        .log(System.Logger.Level.WARNING, "the file of a message was not closed in order", e);
            }
        }
    }

    /** Reads a slice of the file, independently of other readers. */
    private static final class Slice extends InputStream {
        private final Spool owner;
        private final FileChannel channel;
        private long at;
        private final long end;

        Slice(Spool owner, FileChannel channel, long from, long end) {
            this.owner = owner;
            this.channel = channel;
            this.at = from;
            this.end = end;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int wanted) throws IOException {
            Objects.checkFromIndexSize(offset, wanted, into.length);
            if (wanted == 0) {
                return 0;
            }
            if (at >= end) {
                return -1;
            }
            owner.requireOpen();
            int count = Spool.read(channel, at, into, offset, (int) Math.min(wanted, end - at));
            at += count;
            return count;
        }

        @Override
        public long skip(long wanted) {
            long skipped = Math.max(0, Math.min(wanted, end - at));
            at += skipped;
            return skipped;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, end - at);
        }
    }
}
