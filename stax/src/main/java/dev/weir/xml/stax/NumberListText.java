package dev.weir.xml.stax;

import dev.weir.xml.lexical.SimpleValue;
import java.util.Objects;

/** Formats lists of numbers as text, separated by single spaces (XML Schema 1.1 Part 2, 2.4.1.2). */
final class NumberListText {
    private NumberListText() {}

    private interface Item {
        void append(int index, StringBuilder to);
    }

    private static String of(int offset, int length, int available, Item item) {
        Objects.checkFromIndexSize(offset, length, available);
        StringBuilder text = new StringBuilder();
        for (int i = offset; i < offset + length; i++) {
            if (i > offset) {
                text.append(' ');
            }
            item.append(i, text);
        }
        return text.toString();
    }

    static String of(int[] values, int offset, int length) {
        return of(offset, length, values.length, (i, to) -> to.append(values[i]));
    }

    static String of(long[] values, int offset, int length) {
        return of(offset, length, values.length, (i, to) -> to.append(values[i]));
    }

    static String of(float[] values, int offset, int length) {
        return of(offset, length, values.length, (i, to) -> to.append(SimpleValue.ofFloat(values[i])));
    }

    static String of(double[] values, int offset, int length) {
        return of(offset, length, values.length, (i, to) -> to.append(SimpleValue.ofDouble(values[i])));
    }
}
