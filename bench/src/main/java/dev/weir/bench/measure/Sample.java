package dev.weir.bench.measure;

import java.util.Locale;

/**
 * What a worker measured.
 *
 * @param operations how many there were
 * @param nanos how long they took together
 * @param allocatedBytes what they allocated together
 * @param check what {@link Task#check} gave
 * @param bytes what {@link Task#bytes} gave
 */
record Sample(long operations, long nanos, long allocatedBytes, long check, long bytes) {
    String toLine() {
        return String.format(Locale.ROOT, "sample %d %d %d %d %d", operations, nanos, allocatedBytes, check, bytes);
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
