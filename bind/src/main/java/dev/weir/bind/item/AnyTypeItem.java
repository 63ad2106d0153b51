package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** xs:anyType: an object of the type named by xsi:type; otherwise the element itself as a DOM node. */
final class AnyTypeItem extends ItemCodec {
    private final CodecRegistry registry;

    AnyTypeItem(CodecRegistry registry) {
        this.registry = registry;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        if (in.isNil(reader)) {
            reader.skipElement();
            return null;
        }
        XmlName type = in.typeOf(reader);
        ItemCodec known = type == null ? null : registry.itemOfType(type);
        return known == null ? DomCopy.read(reader) : known.read(reader, in, parent);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        if (value instanceof Element element) {
            DomCopy.writeContent(element, writer);
            return;
        }
        ItemCodec codec = registry.itemOf(value.getClass());
        XmlName type = registry.typeNameOf(value);
        if (codec == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        if (type != null) {
            out.type(type, writer);
        }
        codec.write(value, writer, out);
    }

    @Override
    public boolean isNamedInNoNamespace(Object value) {
        return registry.isNamedInNoNamespace(value);
    }

    @Override
    public Object parse(String text, XmlReader scope, UnmarshalContext in) {
        return text;
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return SimpleType.isSimple(value.getClass())
                ? SimpleType.of(value.getClass(), null).print(value, scope)
                : value.toString();
    }
}
