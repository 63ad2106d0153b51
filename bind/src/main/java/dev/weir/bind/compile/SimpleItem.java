package dev.weir.bind.compile;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A simple value. */
final class SimpleItem extends ItemCodec {
    private final SimpleType type;

    SimpleItem(SimpleType type) {
        this.type = type;
    }

    SimpleType type() {
        return type;
    }

    @Override
    @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return type.readElement(reader);
    }

    @Override
    void write(Object value, XmlWriter writer, MarshalContext out) {
        type.writeText(value, writer);
    }

    @Override
    @Nullable Object parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        return type.parse(text, scope);
    }

    @Override
    String print(Object value, XmlWriter scope, MarshalContext out) {
        return type.print(value, scope);
    }
}
