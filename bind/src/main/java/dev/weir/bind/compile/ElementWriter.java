package dev.weir.bind.compile;

import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Writes one value of a property as the element that it belongs in, or as nothing. */
abstract class ElementWriter {
    abstract void write(@Nullable Object value, XmlWriter writer, MarshalContext out);
}
