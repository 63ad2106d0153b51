package dev.weir.xml.fastinfoset;

import dev.weir.xml.ValueParser;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.lexical.NumberListParser;
import dev.weir.xml.lexical.SimpleValue;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The typed methods of the reader, for attributes and elements of simple type: binary data is read directly, characters
 * are parsed in place.
 */
final class FastInfosetReader extends FastInfosetCursor {
    // The current value in UTF-8, as a slice
    private byte[] valueOctets = ReaderTables.Values.NONE;
    private int valueStart;
    private int valueEnd;

    FastInfosetReader(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options);
    }

    FastInfosetReader(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, bufferOctets, options);
    }

    // ---------------------------------------------------------------- attributes

    /** Sets the slice to an attribute's value and returns its kind, so that binary data can be read directly. */
    private int attributeSlice(int index) {
        int kind = attributeKind(checked(index));
        long slice = attributes[2 * index];
        if (kind == ValueKind.INDEXED) {
            int entry = (int) slice;
            return indexed(tables.attributeValues, entry, tables.attributeValues.kind(entry));
        }
        return slice(buf, (int) (slice >>> 32), (int) slice, kind);
    }

    private int indexed(ReaderTables.Values table, int entry, int kind) {
        int start = table.start(entry);
        int stop = table.end(entry);
        copiedByIndex(stop - start);
        return slice(table.octets(), start, stop, kind);
    }

    private int slice(byte[] octets, int start, int stop, int kind) {
        valueOctets = octets;
        valueStart = start;
        valueEnd = stop;
        return kind;
    }

    /** True when the value is a single item of a built-in algorithm. */
    private boolean isOne(int kind, BuiltInAlgorithm algorithm) {
        return kind == ValueKind.data(algorithm)
                && (algorithm == BuiltInAlgorithm.BOOLEAN
                        ? algorithm.items(valueOctets, valueStart, valueEnd - valueStart) == 1
                        : valueEnd - valueStart == algorithm.itemOctets());
    }

    private void pointAt(String text) {
        valueOctets = text.getBytes(StandardCharsets.UTF_8);
        valueStart = 0;
        valueEnd = valueOctets.length;
    }

    private void attributeText(int index, int kind) {
        if (!isText(kind)) {
            pointAt(attributeValue(index));
        }
    }

    private XmlException wrongAttribute(int index, IllegalArgumentException wrong) {
        return new XmlException("attribute " + attribute(index).name + ": " + wrong.getMessage(), location(), wrong);
    }

    @Override
    public <T> T attributeValue(int index, ValueParser<T> type) {
        attributeText(index, attributeSlice(index));
        try {
            return type.parse(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public int attributeInt(int index) {
        int kind = attributeSlice(index);
        if (isOne(kind, BuiltInAlgorithm.INT)) {
            return (int) BuiltInAlgorithm.INTS.get(valueOctets, valueStart);
        }
        attributeText(index, kind);
        try {
            return SimpleValue.toInt(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public long attributeLong(int index) {
        int kind = attributeSlice(index);
        if (isOne(kind, BuiltInAlgorithm.LONG)) {
            return (long) BuiltInAlgorithm.LONGS.get(valueOctets, valueStart);
        }
        attributeText(index, kind);
        try {
            return SimpleValue.toLong(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public double attributeDouble(int index) {
        int kind = attributeSlice(index);
        if (isOne(kind, BuiltInAlgorithm.DOUBLE)) {
            return (double) BuiltInAlgorithm.DOUBLES.get(valueOctets, valueStart);
        }
        attributeText(index, kind);
        try {
            return SimpleValue.toDouble(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public boolean attributeBoolean(int index) {
        int kind = attributeSlice(index);
        if (isOne(kind, BuiltInAlgorithm.BOOLEAN)) {
            return BuiltInAlgorithm.booleanAt(valueOctets, valueStart, 0);
        }
        attributeText(index, kind);
        try {
            return SimpleValue.toBoolean(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    // ---------------------------------------------------------------- elements of simple type

    @Override
    public String elementText() {
        requireStart();
        return remainingText(next());
    }

    /** The text from an item on up to the end of the element. */
    private String remainingText(XmlEvent first) {
        int element = depth() - (first == XmlEvent.START_ELEMENT ? 1 : 0);
        String text = "";
        TextRun run = null;
        for (XmlEvent item = first; ; item = next()) {
            switch (item) {
                case TEXT -> {
                    if (run == null && isEndNext()) {
                        text = string();
                    } else {
                        run = run == null ? new TextRun() : run;
                        run.add();
                    }
                }
                case START_ELEMENT ->
                    // The document may be well-formed, so reading can continue from the child element.
                    throw fail(
                            "the element " + element(element).name + " must hold text only, but holds the element "
                                    + element(depth).name,
                            itemStart);
                case ENTITY_REFERENCE ->
                    throw failed(fail(
                            "the element " + element(element).name + " refers to the entity &" + name
                                    + ";, which is not expanded",
                            itemStart));
                case END_ELEMENT -> {
                    return run == null ? text : run.text.toString();
                }
                default -> {}
            }
        }
    }

    private boolean isEndNext() {
        return peek() >= FastInfosetLayout.TERMINATOR;
    }

    /**
     * Sets the slice to the text of the element and returns its kind. In the common case, one run of text and then the
     * end, the text is read in place and the cursor stays on it; {@link #finishElement} moves to the end.
     */
    private int elementSlice() {
        requireStart();
        charLength = -1;
        XmlEvent first = next();
        if (first == XmlEvent.TEXT && isEndNext()) {
            int kind = textKind == ValueKind.INDEXED ? tables.chunks.kind(textEntry) : textKind;
            if (kind == ValueKind.INDENTATION) {
                kind = ValueKind.ASCII;
            }
            if (kind == ValueKind.STRING || (kind & 7) == ValueKind.UTF_16) {
                pointAt(string());
                copiedByIndex(textKind == ValueKind.INDEXED ? valueEnd : 0);
                return ValueKind.UTF_8;
            }
            if (textKind != ValueKind.INDEXED) {
                return slice(textOctets, textStart, textEnd, kind);
            }
            return indexed(tables.chunks, textEntry, kind);
        }
        pointAt(remainingText(first));
        return ValueKind.UTF_8;
    }

    /** Converts binary data to its characters in UTF-8. */
    private void asUtf8(int kind) {
        if (!isText(kind)) {
            pointAt(string());
        }
    }

    private void finishElement() {
        if (state != END_ELEMENT) {
            next();
        }
    }

    private XmlException wrongElement(IllegalArgumentException wrong) {
        return new XmlException("element " + element(depth()).name + ": " + wrong.getMessage(), location(), wrong);
    }

    @Override
    public <T> T elementValue(ValueParser<T> type) {
        return value(elementSlice(), type);
    }

    private <T> T value(int kind, ValueParser<T> type) {
        asUtf8(kind);
        T value;
        try {
            value = type.parse(valueOctets, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public int elementInt() {
        requireStart();
        int at = onlyNumber(BuiltInAlgorithm.INT);
        if (at >= 0) {
            return (int) BuiltInAlgorithm.INTS.get(buf, at);
        }
        int kind = elementSlice();
        int value;
        if (isOne(kind, BuiltInAlgorithm.INT)) {
            value = (int) BuiltInAlgorithm.INTS.get(valueOctets, valueStart);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toInt(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    @Override
    public long elementLong() {
        requireStart();
        int at = onlyNumber(BuiltInAlgorithm.LONG);
        if (at >= 0) {
            return (long) BuiltInAlgorithm.LONGS.get(buf, at);
        }
        int kind = elementSlice();
        long value;
        if (isOne(kind, BuiltInAlgorithm.LONG)) {
            value = (long) BuiltInAlgorithm.LONGS.get(valueOctets, valueStart);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toLong(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    @Override
    public double elementDouble() {
        requireStart();
        int at = onlyNumber(BuiltInAlgorithm.DOUBLE);
        if (at >= 0) {
            return (double) BuiltInAlgorithm.DOUBLES.get(buf, at);
        }
        int kind = elementSlice();
        double value;
        if (isOne(kind, BuiltInAlgorithm.DOUBLE)) {
            value = (double) BuiltInAlgorithm.DOUBLES.get(valueOctets, valueStart);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toDouble(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    @Override
    public float elementFloat() {
        requireStart();
        int at = onlyNumber(BuiltInAlgorithm.FLOAT);
        if (at >= 0) {
            return (float) BuiltInAlgorithm.FLOATS.get(buf, at);
        }
        int kind = elementSlice();
        float value;
        if (isOne(kind, BuiltInAlgorithm.FLOAT)) {
            value = (float) BuiltInAlgorithm.FLOATS.get(valueOctets, valueStart);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toFloat(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    @Override
    public boolean elementBoolean() {
        int kind = elementSlice();
        boolean value;
        if (isOne(kind, BuiltInAlgorithm.BOOLEAN)) {
            value = BuiltInAlgorithm.booleanAt(valueOctets, valueStart, 0);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toBoolean(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    @Override
    public BigDecimal elementDecimal() {
        return elementValue(SimpleValue::toDecimal);
    }

    @Override
    public byte[] elementBase64() {
        int kind = elementSlice();
        byte[] value;
        if (kind == ValueKind.data(BuiltInAlgorithm.BASE64)) {
            value = Arrays.copyOfRange(valueOctets, valueStart, valueEnd);
        } else {
            asUtf8(kind);
            try {
                value = SimpleValue.toBase64(valueOctets, valueStart, valueEnd);
            } catch (IllegalArgumentException wrong) {
                throw wrongElement(wrong);
            }
        }
        finishElement();
        return value;
    }

    /** The number of items of an element's data if it is of that algorithm; otherwise -1. */
    private int items(int kind, BuiltInAlgorithm algorithm) {
        return kind == ValueKind.data(algorithm) ? (valueEnd - valueStart) / algorithm.itemOctets() : -1;
    }

    @Override
    public int[] elementInts() {
        int kind = elementSlice();
        int count = items(kind, BuiltInAlgorithm.INT);
        if (count < 0) {
            return value(kind, NumberListParser::ints);
        }
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = (int) BuiltInAlgorithm.INTS.get(valueOctets, valueStart + i * Integer.BYTES);
        }
        finishElement();
        return values;
    }

    @Override
    public long[] elementLongs() {
        int kind = elementSlice();
        int count = items(kind, BuiltInAlgorithm.LONG);
        if (count < 0) {
            return value(kind, NumberListParser::longs);
        }
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = (long) BuiltInAlgorithm.LONGS.get(valueOctets, valueStart + i * Long.BYTES);
        }
        finishElement();
        return values;
    }

    @Override
    public float[] elementFloats() {
        int kind = elementSlice();
        int count = items(kind, BuiltInAlgorithm.FLOAT);
        if (count < 0) {
            return value(kind, NumberListParser::floats);
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) BuiltInAlgorithm.FLOATS.get(valueOctets, valueStart + i * Float.BYTES);
        }
        finishElement();
        return values;
    }

    @Override
    public double[] elementDoubles() {
        int kind = elementSlice();
        int count = items(kind, BuiltInAlgorithm.DOUBLE);
        if (count < 0) {
            return value(kind, NumberListParser::doubles);
        }
        double[] values = new double[count];
        byte[] octets = valueOctets;
        int start = valueStart;
        for (int i = 0; i < count; i++) {
            values[i] = (double) BuiltInAlgorithm.DOUBLES.get(octets, start + i * Double.BYTES);
        }
        finishElement();
        return values;
    }
}
