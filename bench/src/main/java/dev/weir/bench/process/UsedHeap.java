package dev.weir.bench.process;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What objects that are reachable take of this JVM's heap. */
final class UsedHeap {
    private UsedHeap() {}

    /** Bytes after full collections; the least of three, as other threads allocate meanwhile. */
    static long bytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(used, memory.getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
