package dev.weir.bind.compile;

import java.util.Arrays;

/** A growing long[], which generated code fills without boxing. */
public final class LongArrayBuilder {
    private long[] values = new long[16];
    private int count;

    public void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public long[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
