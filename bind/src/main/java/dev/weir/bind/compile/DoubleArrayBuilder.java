package dev.weir.bind.compile;

import java.util.Arrays;

/** A growing double[], which generated code fills without boxing. */
public final class DoubleArrayBuilder {
    private double[] values = new double[16];
    private int count;

    public void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public double[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
