package dev.weir.bench.measure;

import java.nio.file.Path;
import java.util.List;

/** Defines which stacks run which workloads. Created in every measuring process, so construction should be cheap. */
public interface Suite {
    String name();

    /** One line for the heading of a report. */
    String title();

    /** @param quick omit workloads that take long */
    List<Workload> workloads(boolean quick);

    /** The stacks that take part in a workload, of those that are on the class path. */
    List<String> stacks(Workload workload);

    /** The stacks whose smallest heap is searched for, if the workload requests it. */
    default List<String> heapStacks(Workload workload) {
        return stacks(workload);
    }

    /** The metric for the speed of a workload: in MB/s, or {@link Metric#TIME}. */
    default Metric speed(Workload workload) {
        return Metric.SPEED;
    }

    /** The heap of the processes that measure speed, in MiB. */
    default int heapMiB() {
        return 1024;
    }

    /** What others have published about the same experiment. */
    default List<Published> published() {
        return List.of();
    }

    /** The stacks with which a stack is compared; none for a peer. */
    List<String> rivals(String stack);

    /** Whether a metric of a stack says something beside that of a rival, which may be a bound for some metrics only. */
    default boolean compares(Metric metric, String rival) {
        return true;
    }

    /** Prepares a stack; the cost of this is not measured. The document's file may be read now or by each run. */
    Task open(String stack, Workload workload, Path document) throws Exception;
}
