package dev.weir.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * Verifies the bodies of replies as they arrive, without keeping them. One instance serves one connection: {@link #begin}
 * starts a reply, {@link #accept} gets its bytes in order, {@link #end} gives the verdict.
 */
public interface ReplyCheck {
    void begin();

    /** Chunks of the body, transfer encoding removed; the array belongs to the caller. */
    void accept(byte[] bytes, int from, int length);

    /** What is wrong with the reply; null if it is right. */
    @Nullable String end();

    /** Every body must be these bytes. */
    static ReplyCheck equalTo(byte[] expected) {
        return new EqualBytes(expected);
    }

    /** Every body must have so many bytes, give or take {@code tolerance}: for replies with ids that differ. */
    static ReplyCheck ofLength(long expected, long tolerance) {
        return new ReplyCheck() {
            private long length;

            @Override
            public void begin() {
                length = 0;
            }

            @Override
            public void accept(byte[] bytes, int from, int more) {
                length += more;
            }

            @Override
            public @Nullable String end() {
                return Math.abs(length - expected) <= tolerance
                        ? null
                        : "a reply of " + length + " bytes, where " + expected + " were expected";
            }
        };
    }
}
