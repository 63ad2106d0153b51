package dev.weir.bind.compile;

import java.util.Arrays;

/** A growing float[], which generated code fills without boxing. */
public final class FloatArrayBuilder {
    private float[] values = new float[16];
    private int count;

    public void add(float value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public float[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
