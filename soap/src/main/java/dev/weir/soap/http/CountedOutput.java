package dev.weir.soap.http;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Bytes that are written into memory, which is taken of a request's before they are there: of the array they are in, and of two
 * while one becomes a longer one. For one thread at a time.
 */
public final class CountedOutput extends OutputStream {
    private static final int FIRST_BYTES = 8 * 1024;

    /** The longest array that every JVM has. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private final RequestMemory memory;
    private final long maxBytes;
    private final String tooLong;
    private byte[] bytes;
    private int length;

    /**
     * @param expectedBytes how long it will be, where that is known; 0 where it is not
     * @param tooLong why a longer one is refused, one sentence, fit for the peer
     * @throws MemoryRefusedException where there is too little memory for what is expected
     */
    public CountedOutput(RequestMemory memory, long expectedBytes, long maxBytes, String tooLong) {
        this.memory = memory;
        this.maxBytes = Math.min(maxBytes, LONGEST);
        this.tooLong = tooLong;
        require(expectedBytes);
        int first = Math.max(FIRST_BYTES, Math.toIntExact(expectedBytes));
        memory.take(first);
        this.bytes = new byte[first];
    }

    /** One whose length somebody else bounds, but for what one array can be. */
    public CountedOutput(RequestMemory memory) {
        this(memory, 0, LONGEST, "The message is too long.");
    }

    private void require(long all) {
        if (all > maxBytes) {
            throw new BodyRefusedException(413, tooLong);
        }
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /**
     * @throws BodyRefusedException (413) where it would be too long
     * @throws MemoryRefusedException where there is too little memory
     */
    @Override
    public void write(byte[] from, int offset, int count) {
        long all = (long) length + count;
        require(all);
        if (all > bytes.length) {
            resize((int) Math.max(all, Math.min(maxBytes, bytes.length + (long) bytes.length / 2)));
        }
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    private void resize(int size) {
        memory.take(size);
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, size);
        memory.give(before);
    }

    /** What has been written, in an array of its length; nothing is written after this. Its memory stays taken. */
    public byte[] bytes() {
        if (length < bytes.length) {
            resize(length);
        }
        return bytes;
    }
}
