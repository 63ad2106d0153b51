package dev.weir.composite.runtime;

import java.time.Duration;

/**
 * How much a runtime does at once, and how long it waits.
 *
 * @param maxReplyWait how long a caller waits for a process's reply before it is given a fault; default 45 s, as Oracle's
 *     syncMaxWaitTime
 * @param workerThreads that route, and read replies; default two for each processor
 * @param maxCalls of processes on their way at once, those that wait for another process not counted; default 1,000
 * @param maxCallAttempts of a call that asks for a reply and whose receiver cannot have seen it; default 4
 * @param callTimeout how long a reference may take to answer; default 60 s
 * @param maxCached one-way messages that are in memory only (async.cache) at once, of 64 MiB together; others are stored
 *     first. Default 4,096
 * @param dispatcher how many threads dispatching starts with; it may be given others while it runs
 */
public record RuntimeSettings(
        Duration maxReplyWait,
        int workerThreads,
        int maxCalls,
        int maxCallAttempts,
        Duration callTimeout,
        int maxCached,
        DispatcherThreads dispatcher) {
    public static final RuntimeSettings DEFAULT = new RuntimeSettings(
            Duration.ofSeconds(45),
            2 * Runtime.getRuntime().availableProcessors(),
            1_000,
            4,
            Duration.ofSeconds(60),
            4_096,
            DispatcherThreads.DEFAULT);

    public RuntimeSettings withMaxReplyWait(Duration wait) {
        return new RuntimeSettings(wait, workerThreads, maxCalls, maxCallAttempts, callTimeout, maxCached, dispatcher);
    }

    public RuntimeSettings withDispatcher(DispatcherThreads threads) {
        return new RuntimeSettings(
                maxReplyWait, workerThreads, maxCalls, maxCallAttempts, callTimeout, maxCached, threads);
    }

    public RuntimeSettings withMaxCached(int messages) {
        return new RuntimeSettings(
                maxReplyWait, workerThreads, maxCalls, maxCallAttempts, callTimeout, messages, dispatcher);
    }
}
