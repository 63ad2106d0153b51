package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** An element that a reference property holds: an object with a root element name, or a JAXBElement. */
public final class ElementItem extends ItemCodec {
    private final RootElement root;

    public ElementItem(RootElement root) {
        this.root = root;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return root.read(reader, in, parent);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        throw new IllegalStateException("references are written by ReferenceElementWriter");
    }
}
