package dev.weir.composite.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of one operation, by how they ended and how long they took. To count one adds to a few counters, without a
 * lock and without an allocation. Thread-safe.
 */
final class RequestCounter {
    private final TimeCounter times = new TimeCounter();
    private final LongAdder faulted = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder[] places = new LongAdder[Histogram.size()];

    RequestCounter() {
        for (int i = 0; i < places.length; i++) {
            places[i] = new LongAdder();
        }
    }

    void add(RequestOutcome outcome, long nanos) {
        times.add(nanos);
        places[Histogram.place(nanos)].increment();
        switch (outcome) {
            case DONE -> {}
            case FAULTED -> faulted.increment();
            case FAILED -> failed.increment();
        }
    }

    Statistics.Requests now() {
        List<Long> counts = new ArrayList<>(places.length);
        for (LongAdder place : places) {
            counts.add(place.sum());
        }
        return new Statistics.Requests(times.now(), faulted.sum(), failed.sum(), new Histogram(counts));
    }
}
