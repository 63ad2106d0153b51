package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Bounds on the processor time of this thread: what a step costs, however busy the machine is. */
public final class ProcessorTime {
    private ProcessorTime() {}

    public static void within(Duration most, Executable step) {
        within(most, () -> {
            step.execute();
            return "done";
        });
    }

    public static <T> T within(Duration most, ThrowingSupplier<T> step) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        T result;
        try {
            result = step.get();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
        Duration spent = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
        assertTrue(spent.compareTo(most) <= 0, () -> "took " + spent + " of processor time, more than " + most);
        return result;
    }
}
