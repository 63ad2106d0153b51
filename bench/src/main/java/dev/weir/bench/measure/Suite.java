package dev.weir.bench.measure;

import java.nio.file.Path;
import java.util.List;

/** Which stacks do what with which workloads. Made anew in every process that measures, so it should cost little. */
public interface Suite {
    String name();

    /** One line for the heading of a report. */
    String title();

    /** @param quick leave out what takes long */
    List<Workload> workloads(boolean quick);

    /** Who takes part in a workload, of those that are on the class path. */
    List<String> stacks(Workload workload);

    /** Of whom the smallest heap is looked for, where a workload asks for that. */
    default List<String> heapStacks(Workload workload) {
        return stacks(workload);
    }

    /** What the speed of a workload is called. */
    default Metric speed(Workload workload) {
        return Metric.SPEED;
    }

    /** The heap of the processes that measure speed, in MiB. */
    default int heapMiB() {
        return 1024;
    }

    /** The stacks that a stack is compared with; none for a peer. */
    List<String> rivals(String stack);

    /** Gets a stack ready; what this costs is not measured. The document's file may be read now or by each run. */
    Task open(String stack, Workload workload, Path document) throws Exception;
}
