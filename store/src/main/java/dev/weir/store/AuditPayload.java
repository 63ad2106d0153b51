package dev.weir.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a message or a variable held when an audit event was made. The store knows nothing of its format.
 *
 * @param id by which {@link Store#payload} reads it; 0 for one that is not stored apart from its event
 * @param size in bytes
 * @param bytes null where it is stored apart and was not read; the caller must not change them
 */
public record AuditPayload(long id, long size, byte @Nullable [] bytes) {
    /** A payload for a new event, which owns the bytes from here on. */
    public static AuditPayload of(byte[] bytes) {
        return new AuditPayload(0, bytes.length, bytes);
    }

    /** By size and bytes: the id says only where a store keeps it. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AuditPayload payload && payload.size == size && Arrays.equals(payload.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes) * 31 + Long.hashCode(size);
    }
}
