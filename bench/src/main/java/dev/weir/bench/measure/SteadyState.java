package dev.weir.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells from successive windows of time when a cost is steady, and which of the windows count: the last three, once they
 * differ by a tenth at most, do not fall any more, and the JIT compilers have come to rest. A fixed time of warming up would
 * favour the stack whose code is compiled first, and does not notice what else the machine does. Windows in which other
 * programs had a part of the processors are left out, and others are taken in their place.
 *
 * @param <W> what a window has measured
 */
public final class SteadyState<W> {
    /** Fewer tell nothing: what waits to be compiled costs the same for some windows, too. */
    static final int LEAST = 5;

    private static final int COUNTED = 3;
    private static final double SPREAD = 0.10;
    private static final double FALL = 0.05;
    /** The part of a window for which compilers may work and be at rest. */
    public static final double COMPILING = 0.10;

    private final Windows windows;
    /** The last of those that were not disturbed, at most three. */
    private final List<Window<W>> calm = new ArrayList<>();
    /** The last of all, at most three. */
    private final List<Window<W>> latest = new ArrayList<>();

    private int taken;
    private int disturbed;
    private String disturbance = "";

    private record Window<W>(double cost, double compiling, W measured) {}

    public SteadyState(Windows windows) {
        this.windows = windows;
    }

    /**
     * Adds a window.
     *
     * @param cost of the same work, in any unit
     * @param compiling for which part of the window the JIT compilers worked; above 1 where several did
     * @param disturbance what other programs did to it; null if nothing
     */
    public void add(double cost, double compiling, @Nullable String disturbance, W measured) {
        taken++;
        Window<W> window = new Window<>(cost, compiling, measured);
        keep(latest, window);
        if (disturbance == null) {
            keep(calm, window);
        } else {
            disturbed++;
            this.disturbance = disturbance;
        }
    }

    private static <W> void keep(List<Window<W>> last, Window<W> window) {
        if (last.size() == COUNTED) {
            last.remove(0);
        }
        last.add(window);
    }

    public boolean isDone() {
        return isSteady() || taken >= windows.most();
    }

    private boolean isSteady() {
        return taken >= LEAST
                && calm.size() == COUNTED
                && spread() <= SPREAD
                && fall() <= FALL
                && compiling() <= COMPILING;
    }

    /** How much more the dearest of the calm windows cost than the cheapest. */
    private double spread() {
        double least = calm.stream().mapToDouble(Window::cost).min().orElse(Double.NaN);
        double most = calm.stream().mapToDouble(Window::cost).max().orElse(Double.NaN);
        return most / least - 1;
    }

    private double fall() {
        return 1 - calm.get(calm.size() - 1).cost / calm.get(0).cost;
    }

    private double compiling() {
        return calm.get(calm.size() - 1).compiling;
    }

    /** The windows that count, once it is done; the latest ones where the cost is not steady. */
    public List<W> counted() {
        return (isSteady() ? calm : latest).stream().map(Window::measured).toList();
    }

    /** What is to be thought of them. */
    public Steadiness steadiness() {
        return new Steadiness(isSteady() ? null : Steadiness.NOT_SETTLED + ": " + reason(), windows.noisy());
    }

    private String reason() {
        if (taken < LEAST) {
            return taken + " windows are too few";
        }
        if (calm.size() < COUNTED) {
            return disturbed + " of " + taken + " windows were disturbed: " + disturbance;
        }
        if (spread() > SPREAD || fall() > FALL) {
            return String.format(
                    Locale.ROOT,
                    "after %d windows the last three still %s by %.0f %%",
                    taken,
                    spread() > SPREAD ? "differ" : "fall",
                    100 * (spread() > SPREAD ? spread() : fall()));
        }
        return String.format(
                Locale.ROOT, "the compilers still worked for %.0f %% of window %d", 100 * compiling(), taken);
    }
}
