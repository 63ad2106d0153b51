package dev.weir.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The processor time that others took while something was measured: other programs, and other guests of the same host (time
 * that was stolen). Linux counts it in hundredths of a second, so that a window must have some tenths. Elsewhere it is 0.
 */
public final class OtherLoad {
    private static final Path STAT = Path.of("/proc/stat");
    private static final long TICK = 10_000_000;

    private final List<ProcessHandle> own;
    private final long begun = System.nanoTime();
    private final long others;

    /** @param own the processes that do not count */
    public OtherLoad(List<ProcessHandle> own) {
        this.own = List.copyOf(own);
        this.others = others();
    }

    /** How many processors were busy with others since this was made, on average. */
    public double processors() {
        return Math.max(0, (double) (others() - others) / (System.nanoTime() - begun));
    }

    private long others() {
        long all;
        try {
            // cpu user nice system idle iowait irq softirq steal …
            String[] ticks = Files.readString(STAT, StandardCharsets.US_ASCII).split("\\s+", 10);
            all = TICK
                    * (Long.parseLong(ticks[1])
                            + Long.parseLong(ticks[2])
                            + Long.parseLong(ticks[3])
                            + Long.parseLong(ticks[8]));
        } catch (IOException untold) {
            return 0;
        }
        for (ProcessHandle process : own) {
            all -= process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
        }
        return all;
    }
}
