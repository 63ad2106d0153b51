package dev.weir.composite.statistics;

import dev.weir.composite.tuning.KnobGroup;
import dev.weir.composite.tuning.WholeNumber;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The knob by which operators ask for the latest requests of processes and the times of their activities, by Oracle's name.
 * Each change of its value begins anew. Thread-safe.
 */
public final class StatsLastN implements KnobGroup {
    /** So many requests of each operation are kept; none, and no times of activities, where it is not above 0. */
    public static final String NAME = "BPEL/statsLastN";

    private static final String OFF = "-1";
    private static final int MOST = 10_000;

    private volatile @Nullable Wish wish;

    /** A wish for details; each has an object of its own. */
    static final class Wish {
        private final int requests;

        private Wish(int requests) {
            this.requests = requests;
        }

        /** How many requests of each operation are kept. */
        int requests() {
            return requests;
        }
    }

    /** Asks for nothing. */
    public StatsLastN() {}

    /** What is asked for now; null where nothing is. */
    @Nullable Wish wish() {
        return wish;
    }

    @Override
    public Map<String, String> standard() {
        return Map.of(NAME, OFF);
    }

    @Override
    public boolean owns(String name) {
        return name.equals(NAME);
    }

    @Override
    public String standard(String name) {
        return OFF;
    }

    @Override
    public String checked(String name, String value) {
        return Long.toString(WholeNumber.parse(value, -1, MOST)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " must be a whole number from -1 to " + MOST + ": '" + value + "'")));
    }

    @Override
    public void hold(Map<String, String> kept) {
        int number = Integer.parseInt(kept.getOrDefault(NAME, OFF));
        Wish now = wish;
        if (number <= 0) {
            wish = null;
        } else if (now == null || now.requests != number) {
            wish = new Wish(number);
        }
    }
}
