package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A simple value in a property that also accepts other types: an object if xsi:type names a bound class. */
public final class XsiTypeItem extends ItemCodec {
    private final ItemCodec inner;
    private final CodecRegistry registry;

    public XsiTypeItem(ItemCodec inner, CodecRegistry registry) {
        this.inner = inner;
        this.registry = registry;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        XmlName type = in.typeOf(reader);
        CodecRef named = type == null ? null : registry.refOfType(type);
        return named == null ? inner.read(reader, in, parent) : named.codec().read(reader, in, parent);
    }

    @Override
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        return inner.parse(text, scope, in);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        inner.write(value, writer, out);
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return inner.print(value, scope, out);
    }
}
