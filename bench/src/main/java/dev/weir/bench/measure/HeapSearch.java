package dev.weir.bench.measure;

import java.nio.file.Path;

/** Finds the smallest heap in which a stack does its work, by trying: one JVM for each try. */
final class HeapSearch {
    /** Sizes that are tried, in MiB; each at most a quarter above the one before, but for the first. */
    private static final int[] SIZES = {
        2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        384, 448, 512, 640, 768, 896, 1024
    };

    private final Suite suite;
    private final long timeoutMs;

    /** @param timeoutMs a JVM that spends its time collecting garbage counts as one that failed */
    HeapSearch(Suite suite, long timeoutMs) {
        this.suite = suite;
        this.timeoutMs = timeoutMs;
    }

    /** The heap in MiB. */
    int smallest(String stack, Workload workload, Path document) {
        int least = 0;
        int most = 8; // most find their place near the bottom: gallop, then halve
        while (!succeeds(stack, workload, document, SIZES[most])) {
            least = most + 1;
            if (most == SIZES.length - 1) {
                throw new MeasureException(stack + " on " + workload.name() + " fails in " + SIZES[most] + " MiB, too");
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
