package dev.weir.xml.reader;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** Memory outside the heap, as a stream. */
final class ByteBufferInputStream extends InputStream {
    private final ByteBuffer bytes;

    ByteBufferInputStream(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        return bytes.hasRemaining() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (!bytes.hasRemaining()) {
            return length == 0 ? 0 : -1;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(to, offset, count);
        return count;
    }
}
