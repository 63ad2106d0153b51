package dev.weir.server.series;

import dev.weir.composite.statistics.RequestTotals;

/** What was found at one moment, of the server or of a composite. Its arrays are not changed. */
final class Reading {
    private static final double[] NONE = {};

    final long nanos;
    final RequestTotals requests;
    final double[] counters;
    final double[] levels;

    /**
     * @param nanos when, by {@link System#nanoTime}
     * @param requests so far
     * @param counters numbers that grow
     * @param levels numbers that come and go
     */
    Reading(long nanos, RequestTotals requests, double[] counters, double[] levels) {
        this.nanos = nanos;
        this.requests = requests;
        this.counters = counters;
        this.levels = levels;
    }

    static Reading ofRequests(long nanos, RequestTotals requests) {
        return new Reading(nanos, requests, NONE, NONE);
    }
}
