package dev.weir.xml.stax;

import dev.weir.xml.lexical.SimpleValue;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import org.codehaus.stax2.typed.TypedArrayDecoder;

/** Decodes the items of a list as numbers, into a given array or into one that grows. */
final class NumberArrayDecoder<A> extends TypedArrayDecoder {
    /** Parses an item, given as a slice of ASCII bytes, and stores it in an array. */
    interface Store<A> {
        void store(A array, int index, byte[] bytes, int length);
    }

    static final Store<int[]> INTS =
            (array, index, bytes, length) -> array[index] = SimpleValue.toInt(bytes, 0, length);
    static final Store<long[]> LONGS =
            (array, index, bytes, length) -> array[index] = SimpleValue.toLong(bytes, 0, length);
    static final Store<float[]> FLOATS = (array, index, bytes, length) -> array[index] = toFloat(bytes, length);
    static final Store<double[]> DOUBLES =
            (array, index, bytes, length) -> array[index] = SimpleValue.toDouble(bytes, 0, length);

    private static final int FIRST_LENGTH = 16;

    private final Store<A> store;
    private final boolean growing;
    private A array;
    private final int start;
    private int end;
    private int next;
    private byte[] bytes = new byte[32];

    private NumberArrayDecoder(Store<A> store, A array, int start, int end, boolean growing) {
        this.store = store;
        this.array = array;
        this.start = start;
        this.next = start;
        this.end = end;
        this.growing = growing;
    }

    /** A decoder into a range of an array. */
    static <A> NumberArrayDecoder<A> into(A array, int start, int length, Store<A> store) {
        return new NumberArrayDecoder<>(store, array, start, start + length, false);
    }

    /** A decoder into a new array of the same type as an empty one. */
    static <A> NumberArrayDecoder<A> growing(A empty, Store<A> store) {
        return new NumberArrayDecoder<>(store, empty, 0, 0, true);
    }

    private static float toFloat(byte[] bytes, int length) {
        return floatOf(
                new String(bytes, 0, length, StandardCharsets.ISO_8859_1), SimpleValue.toDouble(bytes, 0, length));
    }

    /** The float nearest to the lexical form of an xs:double; casting the double would round twice. */
    static float floatOf(String lexical, double value) {
        return Double.isNaN(value) || Double.isInfinite(value) && lexical.indexOf('I') >= 0
                ? (float) value
                : Float.parseFloat(lexical);
    }

    @Override
    public boolean decodeValue(String item) {
        return decodeValue(item.toCharArray(), 0, item.length());
    }

    @Override
    public boolean decodeValue(char[] text, int from, int to) {
        int length = to - from;
        if (length > SimpleValue.LONGEST_DECIMAL) {
            throw new IllegalArgumentException(
                    "a number must not be longer than " + SimpleValue.LONGEST_DECIMAL + " characters: " + length);
        }
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        for (int i = 0; i < length; i++) {
            // A character outside ASCII is never part of a number, so all of them can map to one byte.
            char c = text[from + i];
            bytes[i] = c < 0x80 ? (byte) c : (byte) '?';
        }
        if (next == end && growing) {
            grow();
        }
        store.store(array, next, bytes, length);
        next++;
        return !hasRoom();
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        end = Math.max(FIRST_LENGTH, end * 2);
        A larger = (A) Array.newInstance(array.getClass().getComponentType(), end);
        System.arraycopy(array, 0, larger, 0, next);
        array = larger;
    }

    @Override
    public int getCount() {
        return next - start;
    }

    @Override
    public boolean hasRoom() {
        return growing || next < end;
    }

    /** The decoded items, in an array of exactly their number. */
    @SuppressWarnings("unchecked")
    A items() {
        A exact = (A) Array.newInstance(array.getClass().getComponentType(), getCount());
        System.arraycopy(array, start, exact, 0, getCount());
        return exact;
    }
}
