package dev.weir.composite.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of one operation, by how they ended and how long they took. To count one adds to a few counters, without a
 * lock and without an allocation. Thread-safe.
 */
public final class RequestCounter {
    private final TimeCounter times = new TimeCounter();
    private final LongAdder faulted = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder[] places = new LongAdder[Histogram.size()];

    public RequestCounter() {
        for (int i = 0; i < places.length; i++) {
            places[i] = new LongAdder();
        }
    }

    /** @param nanos that the request took, 0 or more */
    public void add(RequestOutcome outcome, long nanos) {
        times.add(nanos);
        places[Histogram.place(nanos)].increment();
        switch (outcome) {
            case DONE -> {}
            case FAULTED -> faulted.increment();
            case FAILED -> failed.increment();
        }
    }

    /** What it has counted so far, without a box for each number. */
    public RequestTotals totals() {
        long[] counts = new long[places.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = places[i].sum();
        }
        return new RequestTotals(counts, faulted.sum() + failed.sum(), times.longest());
    }

    Statistics.Requests now() {
        List<Long> counts = new ArrayList<>(places.length);
        for (LongAdder place : places) {
            counts.add(place.sum());
        }
        return new Statistics.Requests(times.now(), faulted.sum(), failed.sum(), new Histogram(counts));
    }
}
