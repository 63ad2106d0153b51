package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.time.Duration;

/** The processor time of a process on this machine, as far as the system lets others see it. */
public final class ServerCpu {
    private final ProcessHandle process;

    /** @throws MeasureException if there is no such process, or its time cannot be read */
    public ServerCpu(long pid) {
        process = ProcessHandle.of(pid)
                .orElseThrow(() -> new MeasureException("there is no process " + pid + " on this machine"));
        used();
    }

    /** All that its threads have used since its start, those that have ended included. Linux counts it in hundredths of a second. */
    public Duration used() {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new MeasureException("the processor time of process " + process.pid()
                        + " cannot be read" + (process.isAlive() ? "" : ": it has ended")));
    }
}
