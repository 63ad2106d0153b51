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
        if (maxThreads < 1 || batchSize < 1 || detailThreshold < 0 || flushDelay.toMillis() < 1) {
            throw new IllegalArgumentException("maxThreads and batchSize must be at least 1, flushDelay at least 1 ms,"
                    + " auditDetailThreshold at least 0: maxThreads=" + maxThreads + ", batchSize=" + batchSize
                    + ", flushDelay=" + flushDelay + ", auditDetailThreshold=" + detailThreshold);
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
