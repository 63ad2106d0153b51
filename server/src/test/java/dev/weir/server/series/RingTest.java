package dev.weir.server.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** Four slots of one column. */
class RingTest {
    private static final double GAP = Double.NaN;

    private final Ring ring = new Ring(1, 4);

    private void put(long slot, double value) {
        ring.goTo(slot);
        ring.put(0, value);
    }

    private double[] upTo(long last) {
        return new double[] {ring.get(0, last - 3), ring.get(0, last - 2), ring.get(0, last - 1), ring.get(0, last)};
    }

    @Test
    void theOldestMakesRoomForTheNewest() {
        for (int slot = 100; slot < 106; slot++) {
            put(slot, slot);
        }
        assertArrayEquals(new double[] {102, 103, 104, 105}, upTo(105));
        assertArrayEquals(new double[] {GAP, GAP, 102, 103}, upTo(103), "of what it has forgotten it says nothing");
        assertArrayEquals(new double[] {104, 105, GAP, GAP}, upTo(107), "nor of what is not there yet");
    }

    @Test
    void whatIsLeftOutIsAGap() {
        put(100, 1);
        put(103, 2);
        assertArrayEquals(new double[] {1, GAP, GAP, 2}, upTo(103));
        put(1_000_000_000_001L, 3);
        assertArrayEquals(new double[] {GAP, GAP, GAP, 3}, upTo(1_000_000_000_001L), "a long one, too");
    }

    @Test
    void whereTheClockIsSetBackLaterSlotsAreForgotten() {
        for (int slot = 100; slot < 104; slot++) {
            put(slot, slot);
        }
        put(101, 1);
        assertArrayEquals(new double[] {GAP, GAP, 100, 1}, upTo(101));
        put(103, 3);
        assertArrayEquals(new double[] {100, 1, GAP, 3}, upTo(103));
    }

    @Test
    void theGreaterOfTwoStays() {
        ring.goTo(7);
        ring.raise(0, 2);
        ring.raise(0, 5);
        ring.raise(0, 3);
        assertArrayEquals(new double[] {GAP, GAP, GAP, 5}, upTo(7));
    }
}
