package dev.weir.bind.compile;

import java.util.Arrays;

/** A growing int[], which generated code fills without boxing. */
public final class IntArrayBuilder {
    private int[] values = new int[16];
    private int count;

    public void add(int value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public int[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
