package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A value of a simple type. */
public final class SimpleItem extends ItemCodec {
    private final SimpleType type;

    SimpleItem(SimpleType type) {
        this.type = type;
    }

    public SimpleType type() {
        return type;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return type.readElement(reader);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        type.writeText(value, writer);
    }

    @Override
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        return type.parse(text, scope);
    }

    @Override
    public @Nullable Object readAttribute(XmlReader reader, int index, UnmarshalContext in) {
        return type.readAttribute(reader, index);
    }

    @Override
    public void writeAttribute(XmlName name, Object value, XmlWriter writer, MarshalContext out) {
        type.writeAttribute(name, value, writer);
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return type.print(value, scope);
    }
}
