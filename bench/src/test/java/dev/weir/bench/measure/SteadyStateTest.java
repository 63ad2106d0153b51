package dev.weir.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    private static final Windows TEN = new Windows(100, 10, false);

    /** Gives it windows until it is done, or there are no more; each has measured its own cost. */
    private static SteadyState<Double> after(Windows windows, double... costs) {
        SteadyState<Double> state = new SteadyState<>(windows);
        for (double cost : costs) {
            assertFalse(state.isDone(), () -> "done before " + cost);
            state.add(cost, 0, null, cost);
        }
        return state;
    }

    private static String unsettled(SteadyState<Double> state) {
        assertTrue(state.isDone());
        assertFalse(state.steadiness().accepted());
        return String.valueOf(state.steadiness().unsettled());
    }

    @Test
    void theLastThreeWindowsCountOnceTheCostNoLongerFalls() {
        SteadyState<Double> state = after(TEN, 90, 50, 20, 12, 10, 10.5, 10.2);

        assertTrue(state.isDone());
        assertEquals(List.of(10.0, 10.5, 10.2), state.counted());
        assertNull(state.steadiness().unsettled());
    }

    /** Code that waits for its compiler costs the same for a while. */
    @Test
    void fewerThanFiveWindowsTellNothing() {
        assertFalse(after(TEN, 40, 40, 40, 40).isDone());
    }

    @Test
    void aCostThatFallsBySmallStepsIsNotSteady() {
        assertFalse(after(TEN, 14, 13, 12, 11.2, 10.5).isDone());
        assertEquals(
                "not settled: after 10 windows the last three still fall by 6 %",
                unsettled(after(TEN, 15, 14.5, 14, 13.5, 13, 12.5, 12, 11.6, 11.2, 10.9)));
    }

    @Test
    void whatKeepsChangingHasNoFigure() {
        assertEquals(
                "not settled: after 10 windows the last three still differ by 100 %",
                unsettled(after(TEN, 10, 20, 10, 20, 10, 20, 10, 20, 10, 20)));
    }

    @Test
    void whatIsCompiledYetIsNotSteady() {
        SteadyState<Double> state = new SteadyState<>(TEN);
        for (int i = 0; i < 10; i++) {
            assertFalse(state.isDone());
            state.add(10, 0.4, null, 10.0);
        }

        assertEquals("not settled: the compilers still worked for 40 % of window 10", unsettled(state));
    }

    @Test
    void disturbedWindowsAreLeftOutAndOthersTakenInTheirPlace() {
        SteadyState<Double> state = after(TEN, 14, 12, 10, 10);
        state.add(15, 0, "others took 0.90 of a processor", 15.0);
        assertFalse(state.isDone());
        state.add(10.1, 0, null, 10.1);

        assertTrue(state.isDone());
        assertEquals(List.of(10.0, 10.0, 10.1), state.counted());
    }

    @Test
    void onABusyMachineNothingHasAFigure() {
        SteadyState<Double> state = new SteadyState<>(TEN);
        for (int i = 0; i < 10; i++) {
            state.add(10, 0, i % 5 == 0 ? null : "others took 0.90 of a processor", 10.0);
        }

        assertEquals("not settled: 8 of 10 windows were disturbed: others took 0.90 of a processor", unsettled(state));
    }

    @Test
    void whoWantsAFigureAnywayHasThatOfTheLatestWindows() {
        SteadyState<Double> state = new SteadyState<>(new Windows(100, 4, true));
        for (double cost : new double[] {40, 30, 10, 20}) {
            state.add(cost, 1, "others took 0.90 of a processor", cost);
        }

        assertTrue(state.isDone());
        assertEquals(List.of(30.0, 10.0, 20.0), state.counted());
        assertEquals(new Steadiness("not settled: 4 windows are too few", true), state.steadiness());
    }

    @Test
    void soFewWindowsThatNothingCouldSettleAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Windows(100, 4, false));
    }
}
