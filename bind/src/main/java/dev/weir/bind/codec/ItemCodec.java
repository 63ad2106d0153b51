package dev.weir.bind.codec;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Reads and writes the content of one element, regardless of its name; some codecs also convert plain text. */
public abstract class ItemCodec {
    /** Reads from START_ELEMENT to END_ELEMENT. */
    public abstract @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent);

    /** Writes attributes (including xsi:type) and content of an open element. */
    public abstract void write(Object value, XmlWriter writer, MarshalContext out);

    /** Parses the value of an attribute, of a list item, or of a default. */
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        throw new IllegalArgumentException("no simple value: \"" + text + "\"");
    }

    /**
     * Prints the text that {@link #parse} accepts; the writer is on an open start tag and declares prefixes as needed.
     */
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

    /**
     * Whether an element with this value must not have the default namespace, as the value or its xsi:type is a name in
     * none: asked of values whose type the property does not tell.
     */
    public boolean isNamedInNoNamespace(Object value) {
        return false;
    }

    /** Whether values are objects with attributes and content of their own. */
    public boolean isBean() {
        return false;
    }

    /** Whether {@link #read} returns the ID of an object in the same document (XmlIDREF) instead of a value. */
    public boolean isIdRef() {
        return false;
    }
}
