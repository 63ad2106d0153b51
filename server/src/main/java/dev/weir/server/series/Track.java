package dev.weir.server.series;

import dev.weir.composite.statistics.RequestTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The points of the server, or of a composite, in one window. What grows is compared with the last reading before the point
 * began, so that rates and percentiles are those of the whole step, however often it is read; of levels the greatest
 * counts. Not thread-safe.
 */
final class Track {
    private static final int REQUESTS = 0;
    private static final int FAULTS = 1;
    private static final int P50 = 2;
    private static final int P99 = 3;
    /** Of requests; the columns of counters and levels follow. */
    private static final List<String> LOAD = List.of("requestsPerSecond", "faultsPerSecond", "p50Micros", "p99Micros");

    private final Window window;
    private final List<String> names;
    private final Ring ring;
    private Reading before;
    private Reading latest;

    /**
     * @param others the names of the reading's counters, and those of its levels
     * @param first what it begins with: rates count from here
     */
    Track(Window window, List<String> others, Reading first) {
        this.window = window;
        this.names = new ArrayList<>(LOAD);
        this.names.addAll(others);
        this.ring = new Ring(names.size(), window.points());
        this.before = first;
        this.latest = first;
    }

    /** Takes a reading at the end of ten seconds, or of more, into the step in which they began. */
    void add(long epochSecond, Reading now) {
        long slot = window.slot(epochSecond);
        if (slot != ring.newest()) {
            before = latest;
            ring.goTo(slot);
        }
        latest = now;
        double seconds = (now.nanos - before.nanos) / 1e9;
        int column = LOAD.size();
        if (seconds > 0) {
            load(now.requests.since(before.requests), seconds);
            for (int i = 0; i < now.counters.length; i++) {
                ring.put(column + i, (now.counters[i] - before.counters[i]) / seconds);
            }
        }
        column += now.counters.length;
        for (int i = 0; i < now.levels.length; i++) {
            ring.raise(column + i, now.levels[i]);
        }
    }

    private void load(RequestTotals requests, double seconds) {
        long count = requests.count();
        ring.put(REQUESTS, count / seconds);
        ring.put(FAULTS, requests.unsuccessful() / seconds);
        ring.put(P50, count == 0 ? Double.NaN : requests.percentile(50) / 1e3);
        ring.put(P99, count == 0 ? Double.NaN : requests.percentile(99) / 1e3);
    }

    /** All points up to a slot, by the names of the columns. */
    Map<String, List<@Nullable Double>> points(long last) {
        Map<String, List<@Nullable Double>> points = new LinkedHashMap<>();
        for (int column = 0; column < names.size(); column++) {
            List<@Nullable Double> values = new ArrayList<>(window.points());
            for (long slot = last - window.points() + 1; slot <= last; slot++) {
                values.add(shown(column, slot));
            }
            points.put(names.get(column), values);
        }
        return points;
    }

    /** The point of a slot, by the names of the columns. */
    Map<String, @Nullable Double> point(long slot) {
        Map<String, @Nullable Double> point = new LinkedHashMap<>();
        for (int column = 0; column < names.size(); column++) {
            point.put(names.get(column), shown(column, slot));
        }
        return point;
    }

    /** With three digits after the point, which is more than anybody sees; null for a gap. */
    private @Nullable Double shown(int column, long slot) {
        double value = ring.get(column, slot);
        return Double.isNaN(value) ? null : Math.rint(value * 1_000) / 1_000;
    }
}
