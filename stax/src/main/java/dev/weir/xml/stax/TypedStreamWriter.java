package dev.weir.xml.stax;

import dev.weir.xml.lexical.SimpleValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.ri.typed.SimpleValueEncoder;
import org.codehaus.stax2.typed.Base64Variant;
import org.codehaus.stax2.typed.Base64Variants;
import org.jspecify.annotations.Nullable;

/**
 * A StAX2 cursor writer without its namespace policy: adds typed values, which go straight to the target unless a
 * validator or an escaper needs them as text.
 */
abstract class TypedStreamWriter extends UntypedStreamWriter {
    /** The number of bytes that fill a line of base64 in MIME. */
    private static final int LINE_BYTES = 57;

    TypedStreamWriter(Output output, OutputSettings settings) throws XMLStreamException {
        super(output, settings);
    }

    /** The prefix for a QName in content. */
    abstract String prefixFor(QName name) throws XMLStreamException;

    // Attributes

    /** The prefix of an attribute with a typed value. */
    private String typedPrefix(@Nullable String prefix, String uri, String local) throws XMLStreamException {
        requireTag();
        String chosen = attributePrefix(orEmpty(prefix), uri);
        add(uri, local);
        return chosen;
    }

    @Override
    public void writeBooleanAttribute(@Nullable String prefix, @Nullable String uri, String local, boolean value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, value ? "true" : "false");
    }

    @Override
    public void writeIntAttribute(@Nullable String prefix, @Nullable String uri, String local, int value)
            throws XMLStreamException {
        writeLongAttribute(prefix, uri, local, value);
    }

    @Override
    public void writeLongAttribute(@Nullable String prefix, @Nullable String uri, String local, long value)
            throws XMLStreamException {
        if (isText()) {
            writeAttribute(prefix, uri, local, Long.toString(value));
            return;
        }
        String namespace = orEmpty(uri);
        String chosen = typedPrefix(prefix, namespace, local);
        try {
            target.attribute(chosen, local, namespace, value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeFloatAttribute(@Nullable String prefix, @Nullable String uri, String local, float value)
            throws XMLStreamException {
        if (isText()) {
            writeAttribute(prefix, uri, local, SimpleValue.ofFloat(value));
            return;
        }
        String namespace = orEmpty(uri);
        String chosen = typedPrefix(prefix, namespace, local);
        try {
            target.attribute(chosen, local, namespace, value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeDoubleAttribute(@Nullable String prefix, @Nullable String uri, String local, double value)
            throws XMLStreamException {
        if (isText()) {
            writeAttribute(prefix, uri, local, SimpleValue.ofDouble(value));
            return;
        }
        String namespace = orEmpty(uri);
        String chosen = typedPrefix(prefix, namespace, local);
        try {
            target.attribute(chosen, local, namespace, value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeIntegerAttribute(@Nullable String prefix, @Nullable String uri, String local, BigInteger value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, value.toString());
    }

    @Override
    public void writeDecimalAttribute(@Nullable String prefix, @Nullable String uri, String local, BigDecimal value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, SimpleValue.ofDecimal(value));
    }

    @Override
    public void writeQNameAttribute(@Nullable String prefix, @Nullable String uri, String local, QName value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, qualifiedName(value));
    }

    @Override
    public void writeBinaryAttribute(@Nullable String prefix, @Nullable String uri, String local, byte[] value)
            throws XMLStreamException {
        writeBinaryAttribute(Base64Variants.getDefaultVariant(), prefix, uri, local, value);
    }

    @Override
    public void writeBinaryAttribute(
            Base64Variant variant, @Nullable String prefix, @Nullable String uri, String local, byte[] value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, new SimpleValueEncoder().encodeAsString(variant, value, 0, value.length));
    }

    @Override
    public void writeIntArrayAttribute(@Nullable String prefix, @Nullable String uri, String local, int[] value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, NumberListText.of(value, 0, value.length));
    }

    @Override
    public void writeLongArrayAttribute(@Nullable String prefix, @Nullable String uri, String local, long[] value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, NumberListText.of(value, 0, value.length));
    }

    @Override
    public void writeFloatArrayAttribute(@Nullable String prefix, @Nullable String uri, String local, float[] value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, NumberListText.of(value, 0, value.length));
    }

    @Override
    public void writeDoubleArrayAttribute(@Nullable String prefix, @Nullable String uri, String local, double[] value)
            throws XMLStreamException {
        writeAttribute(prefix, uri, local, NumberListText.of(value, 0, value.length));
    }

    private String qualifiedName(QName name) throws XMLStreamException {
        String prefix = prefixFor(name);
        return prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart();
    }

    // Elements

    @Override
    public void writeBoolean(boolean value) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(value ? "true" : "false");
            return;
        }
        try {
            target.text(value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeInt(int value) throws XMLStreamException {
        writeLong(value);
    }

    @Override
    public void writeLong(long value) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(Long.toString(value));
            return;
        }
        try {
            target.text(value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeFloat(float value) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(SimpleValue.ofFloat(value));
            return;
        }
        try {
            target.text(value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeDouble(double value) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(SimpleValue.ofDouble(value));
            return;
        }
        try {
            target.text(value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeInteger(BigInteger value) throws XMLStreamException {
        writeCharacters(value.toString());
    }

    @Override
    public void writeDecimal(BigDecimal value) throws XMLStreamException {
        writeCharacters(SimpleValue.ofDecimal(value));
    }

    @Override
    public void writeQName(QName value) throws XMLStreamException {
        writeCharacters(qualifiedName(value));
    }

    /** Writes lines of 76 characters, each with a line feed, because the default variant of StAX2 is MIME. */
    @Override
    public void writeBinary(byte[] value, int from, int length) throws XMLStreamException {
        Objects.checkFromIndexSize(from, length, value.length);
        int end = from + length;
        int p = from;
        for (; end - p >= LINE_BYTES; p += LINE_BYTES) {
            writeBinary(Base64Variants.MIME_NO_LINEFEEDS, value, p, LINE_BYTES);
            writeCharacters("\n");
        }
        writeBinary(Base64Variants.MIME_NO_LINEFEEDS, value, p, end - p);
    }

    @Override
    public void writeBinary(Base64Variant variant, byte[] value, int from, int length) throws XMLStreamException {
        if (variant == Base64Variants.MIME) {
            writeBinary(value, from, length);
        } else if (variant != Base64Variants.MIME_NO_LINEFEEDS || unusual != 0) {
            writeCharacters(new SimpleValueEncoder().encodeAsString(variant, value, from, length));
        } else {
            try {
                target.base64(value, from, length);
            } catch (RuntimeException failed) {
                throw failure(failed);
            }
        }
    }

    // Each list begins with a space, because it may continue one that was written before.

    @Override
    public void writeIntArray(int[] value, int from, int length) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(" " + NumberListText.of(value, from, length));
        } else {
            writeList(() -> target.list(value, from, length));
        }
    }

    @Override
    public void writeLongArray(long[] value, int from, int length) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(" " + NumberListText.of(value, from, length));
        } else {
            writeList(() -> target.list(value, from, length));
        }
    }

    @Override
    public void writeFloatArray(float[] value, int from, int length) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(" " + NumberListText.of(value, from, length));
        } else {
            writeList(() -> target.list(value, from, length));
        }
    }

    @Override
    public void writeDoubleArray(double[] value, int from, int length) throws XMLStreamException {
        if (unusual != 0) {
            writeCharacters(" " + NumberListText.of(value, from, length));
        } else {
            writeList(() -> target.list(value, from, length));
        }
    }

    private void writeList(Runnable list) throws XMLStreamException {
        try {
            target.text(" ");
            list.run();
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }
}
