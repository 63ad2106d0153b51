package dev.weir.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A server is warm when its requests have stopped getting cheaper. */
class WarmUpTest {
    private static int windows(int atMost, double... costs) {
        WarmUp warmUp = new WarmUp(atMost);
        int windows = 0;
        while (!warmUp.isDone()) {
            warmUp.add(costs[windows++]);
        }
        return windows;
    }

    @Test
    void threeWindowsWithoutAGainEndIt() {
        assertEquals(4, windows(20, 1, 1, 1, 1, 0.1));
        assertEquals(6, windows(20, 10, 5, 1, 1.02, 0.99, 0.98, 0.1));
    }

    @Test
    void aWindowThatIsDearerByChanceDoesNotEndItWhileOthersGain() {
        assertEquals(9, windows(20, 10, 12, 8, 9, 6, 4, 4, 4, 4, 0.1));
    }

    @Test
    void aCostThatFallsBySmallStepsFalls() {
        assertEquals(6, windows(20, 1, 0.97, 0.94, 0.91, 0.91, 0.90, 0.1));
    }

    @Test
    void itEndsAfterTheMostWindowsInAnyCase() {
        assertEquals(5, windows(5, 32, 16, 8, 4, 2, 1));
    }
}
