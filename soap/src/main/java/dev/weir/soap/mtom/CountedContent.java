package dev.weir.soap.mtom;

import dev.weir.soap.http.RequestMemory;
import dev.weir.xml.BinaryContent;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A part in a tree. What is made of it in memory is counted for the request that it came with: an array for who asks for its bytes,
 * and the base64 text that a writer makes of its stream. In a message with parts it is a part again ({@link XopPackage#add}), which
 * takes no memory. Thread-safe.
 */
final class CountedContent implements BinaryContent {
    /** An array, and its base64 form twice, as bytes and as a string: who asks for bytes mostly wants text. */
    private static final int HEAP_PER_BYTE = 4;

    /** A buffer of base64 text that grows by being copied into one of twice its length. */
    private static final int WRITTEN_PER_BYTE = 4;

    /** That buffer once it is full. */
    private static final int TEXT_PER_BYTE = 2;

    private final Attachment part;
    private final RequestMemory memory;
    private final AtomicBoolean counted = new AtomicBoolean();

    /** @param memory of the request that the part came with */
    CountedContent(Attachment part, RequestMemory memory) {
        this.part = part;
        this.memory = memory;
    }

    /** The part itself, for who keeps nothing of it in memory. */
    Attachment part() {
        return part;
    }

    @Override
    public long length() {
        return part.length();
    }

    @Override
    public String contentType() {
        return part.contentType();
    }

    /** Each stream is counted, as each may become a text that somebody keeps; what its end leaves is given back. */
    @Override
    public InputStream open() throws IOException {
        long bytes = part.mostBytes();
        memory.take(WRITTEN_PER_BYTE * bytes);
        return new FilterInputStream(part.open()) {
            private boolean open = true;

            @Override
            public void close() throws IOException {
                if (open) {
                    open = false;
                    memory.give((WRITTEN_PER_BYTE - TEXT_PER_BYTE) * bytes);
                }
                super.close();
            }
        };
    }

    /** Counted once, as whoever looks at a value again has dropped what was made of it before. */
    @Override
    public byte[] bytes() {
        if (counted.compareAndSet(false, true)) {
            try {
                memory.take(HEAP_PER_BYTE * part.mostBytes());
            } catch (RuntimeException e) {
                counted.set(false);
                throw e;
            }
        }
        return part.bytes();
    }
}
