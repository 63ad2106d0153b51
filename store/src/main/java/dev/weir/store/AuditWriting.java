package dev.weir.store;

import java.time.Duration;

/**
 * How a store writes history. It may be changed at any time, and holds for what is handed in afterwards.
 *
 * @param deferred false to write events in the transaction of the change that they belong to (Oracle's Immediate), true
 *     to write them later, together with others: a crash may lose the events of one flush delay, and nothing else
 * @param maxThreads how many deferred batches may be on their way to the disk at once, at least 1
 * @param flushDelay how long an event may wait in memory, if deferred; positive
 * @param batchSize how many flows' events make a batch that is written at once, if deferred; at least 1
 * @param detailThreshold payloads of more bytes are stored apart from their events; not negative
 */
public record AuditWriting(boolean deferred, int maxThreads, Duration flushDelay, int batchSize, int detailThreshold) {
    /** Immediate; 10 threads, 5 s and batches of 100 for when it is deferred; a threshold of 50,000 bytes, as Oracle's. */
    public static final AuditWriting DEFAULT = new AuditWriting(false, 10, Duration.ofSeconds(5), 100, 50_000);

    public AuditWriting {
        require("maxThreads", maxThreads, 1);
        require("flushDelay in milliseconds", flushDelay.toMillis(), 1);
        require("batchSize", batchSize, 1);
        require("auditDetailThreshold", detailThreshold, 0);
    }

    private static void require(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
        }
    }

    public AuditWriting withDeferred(boolean value) {
        return new AuditWriting(value, maxThreads, flushDelay, batchSize, detailThreshold);
    }

    public AuditWriting withMaxThreads(int value) {
        return new AuditWriting(deferred, value, flushDelay, batchSize, detailThreshold);
    }

    public AuditWriting withFlushDelay(Duration value) {
        return new AuditWriting(deferred, maxThreads, value, batchSize, detailThreshold);
    }

    public AuditWriting withBatchSize(int value) {
        return new AuditWriting(deferred, maxThreads, flushDelay, value, detailThreshold);
    }

    public AuditWriting withDetailThreshold(int value) {
        return new AuditWriting(deferred, maxThreads, flushDelay, batchSize, value);
    }
}
