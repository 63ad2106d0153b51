package dev.weir.bind.codec;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Reads and writes what one element holds, whatever its name; some can do so for a text alone. */
public abstract class ItemCodec {
    /** From START_ELEMENT through to END_ELEMENT. */
    public abstract @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent);

    /** Attributes (xsi:type among them) and content of an element that is open. */
    public abstract void write(Object value, XmlWriter writer, MarshalContext out);

    /** The value of an attribute, of an item of a list, or of a default. */
    public @Nullable Object parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        throw new IllegalArgumentException("no simple value: \"" + text + "\"");
    }

    /** The text of {@link #parse}; the writer is on an open tag and declares prefixes as needed. */
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        throw new IllegalArgumentException(
                "no simple value: " + value.getClass().getName());
    }

    public @Nullable Object readAttribute(XmlReader reader, int index, UnmarshalContext in) {
        return parse(reader.attributeValue(index), reader, in);
    }

    public void writeAttribute(XmlName name, Object value, XmlWriter writer, MarshalContext out) {
        writer.attribute(name, print(value, writer, out));
    }

    /** Whether values are objects with attributes and content of their own. */
    public boolean isBean() {
        return false;
    }

    /** Whether what is read is the ID of an object in the same document (XmlIDREF). */
    public boolean isIdRef() {
        return false;
    }
}
