package dev.weir.bench;

import dev.weir.bench.load.LoadResult;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate at which 99 of 100 replies come in time, by bisection between nothing and what a closed
 * loop reaches.
 */
final class LoadSearch {
    private static final int STEPS = 7;

    private final double withinMillis;
    private final double seconds;
    private final LoadReport report;

    /** Drives an open loop. */
    interface Drive {
        /** Returns null if the process is to end. */
        @Nullable LoadResult at(double perSecond) throws IOException;
    }

    /**
     * What was found.
     *
     * @param held the highest rate each second that held; null if none did
     * @param lowest rate that was tried; null if none was, since nothing was answered
     * @param firstError which ended the search; null if none did
     * @param stopped whether the search ended since the process is to end
     */
    record Found(
            @Nullable Double held,
            @Nullable Double lowest,
            @Nullable String firstError,
            boolean stopped) {}

    /** @param seconds for which each rate is tried */
    LoadSearch(double withinMillis, double seconds, LoadReport report) {
        this.withinMillis = withinMillis;
        this.seconds = seconds;
        this.report = report;
    }

    /**
     * A rate at which replies come too late is tried once more, since a pause of the machine looks like that. Ends where there are
     * errors at half of that rate, or at less before any rate has held: they are no matter of load, and lower
     * rates would have them too.
     *
     * @param most the rate of a closed loop
     */
    Found below(double most, Drive drive) throws IOException {
        double high = most;
        double held = 0;
        boolean stopped = false;
        double lowest = Double.POSITIVE_INFINITY;
        for (int step = 0; step < STEPS; step++) {
            double tried = (held + high) / 2;
            if (tried * seconds < 1) {
                break; // not one request would be sent
            }
            LoadResult result = at(tried, drive);
            if (result != null && !result.stopped() && !holds(result) && result.errors() == 0) {
                result = at(tried, drive);
            }
            if (result == null || result.stopped()) {
                stopped = true;
                break;
            }
            boolean holds = holds(result);
            lowest = Math.min(lowest, tried);
            if (result.errors() > 0 && held == 0) {
                return new Found(null, lowest, result.firstError(), false);
            }
            held = holds ? tried : held;
            high = holds ? high : tried;
        }
        return new Found(held > 0 ? held : null, lowest < most ? lowest : null, null, stopped);
    }

    private @Nullable LoadResult at(double perSecond, Drive drive) throws IOException {
        LoadResult result = drive.at(perSecond);
        if (result != null && !result.stopped()) {
            report.step(perSecond, result, holds(result));
        }
        return result;
    }

    /** What was never sent counts among the latencies. */
    private boolean holds(LoadResult result) {
        return result.count() > 0 && result.errors() == 0 && result.millisAt(99) <= withinMillis;
    }
}
