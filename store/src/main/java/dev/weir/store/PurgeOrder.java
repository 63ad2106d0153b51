package dev.weir.store;

import java.time.Duration;

/**
 * What a purge is to delete, and how. Only ended flows are ever deleted, whatever the filter says.
 *
 * @param filter which flows
 * @param batch at most so many flows in one transaction, at least 1; the store takes fewer where others would wait long
 * @param most at most so many flows in all, not negative
 * @param maxRuntime after which no further batch begins
 */
public record PurgeOrder(FlowFilter filter, int batch, long most, Duration maxRuntime) {
    /** Oracle's default for {@code batch_size}. */
    public static final int BATCH = 20_000;

    public PurgeOrder {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1: batch=" + batch);
        }
        if (most < 0 || maxRuntime.isNegative()) {
            throw new IllegalArgumentException(
                    "most and maxRuntime must not be negative: most=" + most + ", maxRuntime=" + maxRuntime);
        }
    }

    /** All of them, however long it takes. */
    public static PurgeOrder of(FlowFilter filter) {
        return new PurgeOrder(filter, BATCH, Long.MAX_VALUE, Duration.ofDays(365));
    }

    public PurgeOrder withBatch(int value) {
        return new PurgeOrder(filter, value, most, maxRuntime);
    }
}
