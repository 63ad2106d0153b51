package dev.weir.bench.measure;

import java.util.List;

/**
 * What somebody has published about an experiment that a suite does again, to be shown beside the figures of a run. It is of
 * other machines and other code: it shows whether relations are still the same, not who is faster. Immutable.
 *
 * @param source who has published it, under which title and when
 * @param conditions under which it was measured, and what differs here
 * @param stacks whose figures stand beside it
 */
public record Published(String source, String conditions, List<String> stacks, List<Line> lines) {
    /**
     * A figure.
     *
     * @param what was measured
     * @param figure as published, with its unit
     * @param unit of what stands beside it
     */
    public record Line(String what, String figure, String unit, Value here) {}

    /** What stands beside a published figure, for a stack of a run. */
    @FunctionalInterface
    public interface Value {
        /** NaN where it was not measured, or not everything that it is computed from. */
        double of(Figures run, String stack);
    }

    /** A run's figures. */
    public interface Figures {
        /** Those that the run has, in the order of its report. */
        List<String> workloads();

        /** The median over the rounds; NaN where there is none. */
        double median(String workload, String stack, String metric);
    }
}
