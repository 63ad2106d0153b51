package dev.weir.bind.compile;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A simple value, in a property of which values of other types may be: an object where xsi:type names its class. */
final class XsiTypeItem extends ItemCodec {
    private final ItemCodec inner;
    private final Binding binding;

    XsiTypeItem(ItemCodec inner, Binding binding) {
        this.inner = inner;
        this.binding = binding;
    }

    @Override
    @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        XmlName type = in.typeOf(reader);
        CodecRef named = type == null ? null : binding.refOfType(type);
        return named == null ? inner.read(reader, in, parent) : named.codec().read(reader, in, parent);
    }

    @Override
    @Nullable Object parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        return inner.parse(text, scope, in);
    }

    @Override
    void write(Object value, XmlWriter writer, MarshalContext out) {
        inner.write(value, writer, out);
    }

    @Override
    String print(Object value, XmlWriter scope, MarshalContext out) {
        return inner.print(value, scope, out);
    }
}
