package dev.weir.bind.compile;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Reads and writes what one element holds, whatever its name; some can do so for a text alone. */
abstract class ItemCodec {
    /** From START_ELEMENT through to END_ELEMENT. */
    abstract @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent);

    /** Attributes (xsi:type among them) and content of an element that is open. */
    abstract void write(Object value, XmlWriter writer, MarshalContext out);

    /** The value of an attribute, of an item of a list, or of a default. */
    @Nullable Object parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        throw new IllegalArgumentException("no simple value: \"" + text + "\"");
    }

    String print(Object value, XmlWriter scope, MarshalContext out) {
        throw new IllegalArgumentException(
                "no simple value: " + value.getClass().getName());
    }
}
