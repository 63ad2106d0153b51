package dev.weir.bench.measure;

import java.nio.file.Path;

/** Searches for the smallest heap in which a stack completes its work, with one JVM for each heap size tried. */
final class HeapSearch {
    /** Heap sizes tried, in MiB; each is at most a quarter above the previous one, except for the first ones. */
    private static final int[] SIZES = {
        2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        384, 448, 512, 640, 768, 896, 1024
    };

    private final Suite suite;
    private final long timeoutMs;

    /** @param timeoutMs a JVM that exceeds this time, because it mostly collects garbage, counts as failed */
    HeapSearch(Suite suite, long timeoutMs) {
        this.suite = suite;
        this.timeoutMs = timeoutMs;
    }

    /** The smallest sufficient heap in MiB. */
    int smallest(String stack, Workload workload, Path document) {
        int least = 0;
        int most = 8; // most searches end near the bottom: gallop, then bisect
        while (!succeeds(stack, workload, document, SIZES[most])) {
            least = most + 1;
            if (most == SIZES.length - 1) {
                throw new MeasureException("it fails in " + SIZES[most] + " MiB, too");
            }
            most = Math.min(SIZES.length - 1, most * 2);
        }
        while (least < most) {
            int middle = (least + most) >>> 1;
            if (succeeds(stack, workload, document, SIZES[middle])) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return SIZES[most];
    }

    private boolean succeeds(String stack, Workload workload, Path document, int heapMiB) {
        try (WorkerProcess worker = WorkerProcess.start(suite, stack, heapMiB, false)) {
            return worker.once(workload.name(), document, timeoutMs);
        }
    }
}
