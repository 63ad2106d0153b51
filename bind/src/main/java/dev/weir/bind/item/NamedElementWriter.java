package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Writes all values as the same element. */
public final class NamedElementWriter extends ElementWriter {
    private final XmlName name;
    private final ItemCodec codec;
    private final boolean nillable;
    private final int namespace;

    public NamedElementWriter(XmlName name, ItemCodec codec, boolean nillable, CodecRegistry registry) {
        this.name = registry.canonical(name);
        this.namespace = registry.number(name.namespace());
        this.codec = codec;
        this.nillable = nillable;
    }

    @Override
    public void write(@Nullable Object value, XmlWriter writer, MarshalContext out) {
        Object plain = value;
        ItemCodec plainCodec = codec;
        if (codec instanceof AdaptedItem adapted) {
            plain = adapted.unadapted(value, out);
            plainCodec = adapted.inner();
        }
        if (plain != null) {
            if (plainCodec.isNamedInNoNamespace(plain)) {
                out.startElement(name, true, writer);
            } else {
                out.startElement(name, namespace, writer);
            }
            plainCodec.write(plain, writer, out);
            writer.endElement();
        } else if (nillable) {
            out.startElement(name, namespace, writer);
            out.nil(writer);
            writer.endElement();
        }
    }
}
