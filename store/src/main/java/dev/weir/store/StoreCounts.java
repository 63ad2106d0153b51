package dev.weir.store;

/** How much a store holds. */
public record StoreCounts(long liveInstances, long undeliveredMessages, long openCalls, long flows, long auditEvents) {}
