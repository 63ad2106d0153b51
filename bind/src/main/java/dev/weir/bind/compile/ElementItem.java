package dev.weir.bind.compile;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** An element that a reference may be: an object with a root element, or a JAXBElement. */
final class ElementItem extends ItemCodec {
    private final RootElement root;

    ElementItem(RootElement root) {
        this.root = root;
    }

    @Override
    @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return root.read(reader, in, parent);
    }

    @Override
    void write(Object value, XmlWriter writer, MarshalContext out) {
        throw new IllegalStateException("references are written by ReferenceElementWriter");
    }
}
