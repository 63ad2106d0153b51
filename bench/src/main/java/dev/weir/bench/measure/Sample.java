package dev.weir.bench.measure;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of a worker.
 *
 * @param operations the number of operations
 * @param nanos their total duration
 * @param allocatedBytes their total allocation
 * @param check the result of {@link Task#check}
 * @param bytes the result of {@link Task#bytes}
 * @param unsettled why their cost was not steady; null if it was
 */
record Sample(
        long operations,
        long nanos,
        long allocatedBytes,
        long check,
        long bytes,
        @Nullable String unsettled) {
    private static final int NUMBERS = 5;

    String toLine() {
        return String.format(Locale.ROOT, "sample %d %d %d %d %d", operations, nanos, allocatedBytes, check, bytes)
                + (unsettled == null ? "" : " " + unsettled);
    }

    /** What several windows have measured together. */
    static Sample sum(List<Sample> windows, @Nullable String unsettled) {
        Sample first = windows.get(0);
        return new Sample(
                windows.stream().mapToLong(Sample::operations).sum(),
                windows.stream().mapToLong(Sample::nanos).sum(),
                windows.stream().mapToLong(Sample::allocatedBytes).sum(),
                first.check,
                first.bytes,
                unsettled);
    }

    /** The inverse of {@link #toLine}. */
    static Sample parse(String line) {
        String[] parts = line.split(" ", NUMBERS + 2);
        if (parts.length <= NUMBERS || !parts[0].equals("sample")) {
            throw new MeasureException(line);
        }
        return new Sample(
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]),
                parts.length > NUMBERS + 1 ? parts[NUMBERS + 1] : null);
    }
}
