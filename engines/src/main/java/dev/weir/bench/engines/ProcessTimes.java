package dev.weir.bench.engines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The processor time of a process and of its children, as Linux counts it in {@code /proc/PID/stat}. */
final class ProcessTimes {
    /** USER_HZ, which is the same on all processors that this program has a PostgreSQL for. */
    private static final long TICKS_A_SECOND = 100;

    /** Fields after the command's name, whose parentheses end the last field of any content; proc(5) counts from 1. */
    private static final int UTIME = 14 - 3;

    private static final int STIME = UTIME + 1;
    private static final int CUTIME = UTIME + 2;
    private static final int CSTIME = UTIME + 3;

    private final ProcessHandle parent;

    private ProcessTimes(ProcessHandle parent) {
        this.parent = parent;
    }

    static ProcessTimes ofTree(long pid) throws IOException {
        return new ProcessTimes(ProcessHandle.of(pid)
                .orElseThrow(() -> new IOException("there is no process " + pid + " whose time could be counted")));
    }

    /** Of the process, of its children that run, and of those that have ended, which the system adds to the process. */
    long nanos() throws IOException {
        // A child that ends between two reads would be counted twice or not at all.
        for (int attempt = 0; attempt < 100; attempt++) {
            Set<Long> children = children();
            long ticks = 0;
            boolean gone = false;
            for (long child : children) {
                try {
                    long[] times = times(child);
                    ticks += times[0] + times[1];
                } catch (IOException ended) {
                    gone = true;
                }
            }
            for (long time : times(parent.pid())) {
                ticks += time;
            }
            if (!gone && children.equals(children())) {
                return TimeUnit.SECONDS.toNanos(ticks) / TICKS_A_SECOND;
            }
        }
        throw new IOException("the children of process " + parent.pid() + " change too fast to be counted");
    }

    private Set<Long> children() {
        return parent.children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static long[] times(long pid) throws IOException {
        String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return new long[] {
            Long.parseLong(fields[UTIME]),
            Long.parseLong(fields[STIME]),
            Long.parseLong(fields[CUTIME]),
            Long.parseLong(fields[CSTIME])
        };
    }
}
