package dev.weir.server.series;

import java.util.Arrays;

/**
 * The numbers of the last slots, in several columns. A slot in which nothing was put is a gap: its numbers are NaN. Where
 * the clock is set back, what was put in later slots is forgotten. Not thread-safe.
 */
final class Ring {
    private final int slots;
    private final double[][] columns;
    private long newest;

    Ring(int columns, int slots) {
        this.slots = slots;
        this.columns = new double[columns][slots];
        for (double[] column : this.columns) {
            Arrays.fill(column, Double.NaN);
        }
    }

    /** The slot that was gone to last. */
    long newest() {
        return newest;
    }

    /** Goes to a slot. What the ring has no room for is forgotten. */
    void goTo(long slot) {
        long after = Math.max(slot, newest);
        long before = Math.max(Math.min(slot, newest), after - slots);
        for (long passed = before + 1; passed <= after; passed++) {
            for (double[] column : columns) {
                column[place(passed)] = Double.NaN;
            }
        }
        newest = slot;
    }

    /** Puts a number in the newest slot, in place of the one before. */
    void put(int column, double value) {
        columns[column][place(newest)] = value;
    }

    /** Puts a number in the newest slot, unless it has a greater one. */
    void raise(int column, double value) {
        double before = get(column, newest);
        put(column, Double.isNaN(before) ? value : Math.max(before, value));
    }

    /** NaN for a gap, and for a slot that the ring has not. */
    double get(int column, long slot) {
        return slot > newest || slot <= newest - slots ? Double.NaN : columns[column][place(slot)];
    }

    private int place(long slot) {
        return (int) Math.floorMod(slot, (long) slots);
    }
}
