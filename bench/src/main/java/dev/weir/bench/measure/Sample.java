package dev.weir.bench.measure;

import java.util.List;
import java.util.Locale;

/**
 * One measurement of a worker.
 *
 * @param operations the number of operations
 * @param nanos their total duration
 * @param allocatedBytes their total allocation
 * @param check the result of {@link Task#check}
 * @param bytes the result of {@link Task#bytes}
 */
record Sample(long operations, long nanos, long allocatedBytes, long check, long bytes) {
    String toLine() {
        return String.format(Locale.ROOT, "sample %d %d %d %d %d", operations, nanos, allocatedBytes, check, bytes);
    }

    /** What several windows have measured together. */
    static Sample sum(List<Sample> windows) {
        Sample first = windows.get(0);
        return new Sample(
                windows.stream().mapToLong(Sample::operations).sum(),
                windows.stream().mapToLong(Sample::nanos).sum(),
                windows.stream().mapToLong(Sample::allocatedBytes).sum(),
                first.check,
                first.bytes);
    }

    /** The inverse of {@link #toLine}. */
    static Sample parse(String line) {
        String[] parts = line.split(" ");
        if (parts.length != 6 || !parts[0].equals("sample")) {
            throw new MeasureException(line);
        }
        return new Sample(
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]));
    }
}
