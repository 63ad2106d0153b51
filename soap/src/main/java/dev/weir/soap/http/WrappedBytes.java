package dev.weir.soap.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** Bytes as the HTTP library takes them: as they are, not copied. */
final class WrappedBytes {
    private WrappedBytes() {}

    /** @param bytes must not be changed before they are written */
    static Buffer of(byte[] bytes, int offset, int length) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes, offset, length));
    }
}
