package dev.weir.bpel.step;

import dev.weir.xml.tree.TreeMemory;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How much one step may take, so that no step holds a worker, or memory, for too long: a loop that goes on is continued in
 * the next step. One for each step, and used by its thread.
 */
public final class StepBudget {
    /**
     * Activities started. So few that a step is over in a few milliseconds, and others have their turn; so many that
     * reading and writing the instance again is little beside them.
     */
    static final int MAX_STARTS = 2_000;

    private static final long HEAP = Runtime.getRuntime().maxMemory();
    /** Bytes; most of what a step allocates is garbage by the next. */
    private static final long MAX_ALLOCATED = HEAP / 4;

    /** So small a part of the heap as rows is no risk, whatever is in them. */
    private static final int ALWAYS = 200;

    /** Null where the JVM does not count what a thread allocates: there the activities alone are counted. */
    private static final com.sun.management.@Nullable ThreadMXBean THREADS = threads();

    private final long allocatedBefore = allocated();
    private int starts;

    private static com.sun.management.@Nullable ThreadMXBean threads() {
        return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                        && threads.isThreadAllocatedMemorySupported()
                ? threads
                : null;
    }

    private static long allocated() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }

    /** An activity is started. */
    void start() {
        starts++;
    }

    /** True when the step is to end as soon as it can; never before its first activity. */
    boolean isSpent() {
        return starts > MAX_STARTS || starts > 0 && allocated() - allocatedBefore > MAX_ALLOCATED;
    }

    /** Whether an instance may have these rows to write: the next step must find room for what it reads again. */
    public static boolean allowsState(Collection<byte[]> rows) {
        long bytes = bytes(rows);
        if (bytes <= HEAP / ALWAYS) {
            return true;
        }
        long taken = TreeMemory.copiesOf(bytes);
        for (byte[] row : rows) {
            taken += TreeMemory.ofXml(row);
        }
        return taken <= HEAP / 3;
    }

    public static long bytes(Collection<byte[]> rows) {
        long bytes = 0;
        for (byte[] row : rows) {
            bytes += row.length;
        }
        return bytes;
    }
}
