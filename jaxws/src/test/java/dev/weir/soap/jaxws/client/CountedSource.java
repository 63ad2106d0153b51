package dev.weir.soap.jaxws.client;

import jakarta.activation.DataHandler;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes made while they are read, none like the one before: of any length, and in no memory.
 *
 * @param seed of two, the bytes differ
 */
record CountedSource(long seed, long length) implements ReadSource {
    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                return at == length ? -1 : value(at++);
            }

            @Override
            public int read(byte[] into, int offset, int wanted) {
                int count = (int) Math.min(wanted, length - at);
                for (int i = 0; i < count; i++) {
                    into[offset + i] = (byte) value(at++);
                }
                return count == 0 && wanted > 0 ? -1 : count;
            }
        };
    }

    private int value(long at) {
        return (int) ((at + seed) * 0x9E3779B97F4A7C15L >>> 56);
    }

    /** How many bytes have come back as they are here; where one has not, less than none. */
    long same(DataHandler back) throws IOException {
        byte[] expected = new byte[8192];
        byte[] found = new byte[8192];
        long same = 0;
        try (InputStream in = back.getInputStream();
                InputStream sent = getInputStream()) {
            while (true) {
                int count = in.readNBytes(found, 0, found.length);
                sent.readNBytes(expected, 0, count);
                for (int i = 0; i < count; i++) {
                    if (found[i] != expected[i]) {
                        return -1 - same;
                    }
                    same++;
                }
                if (count < found.length) {
                    return same;
                }
            }
        }
    }
}
