package dev.weir.store;

/**
 * How much a store holds.
 *
 * @param suspendedFlows in which an operator holds an instance
 * @param openMessages that are not used up: those of instances, signals, and the undelivered ones
 * @param undeliveredMessages that no instance has taken, as {@link Store#undeliveredMessages} lists them
 */
public record StoreCounts(
        long liveInstances,
        long suspendedFlows,
        long openMessages,
        long undeliveredMessages,
        long openCalls,
        long flows,
        long auditEvents) {}
