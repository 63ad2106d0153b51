package dev.weir.bind.codec;

import dev.weir.bind.context.MarshalContext;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Writes one value of a property as its element, or not at all. */
public abstract class ElementWriter {
    public abstract void write(@Nullable Object value, XmlWriter writer, MarshalContext out);
}
