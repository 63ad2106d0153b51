package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ID of another object (XmlIDREF). Reading returns the ID; the property is set when the document has been read. */
final class IdRefItem extends ItemCodec {
    private final CodecRegistry registry;

    IdRefItem(CodecRegistry registry) {
        this.registry = registry;
    }

    @Override
    public boolean isIdRef() {
        return true;
    }

    @Override
    public String read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return Lexical.trim(reader.elementText());
    }

    @Override
    public String parse(String text, XmlReader scope, UnmarshalContext in) {
        return Lexical.trim(text);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        writer.text(idOf(value));
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return idOf(value);
    }

    private String idOf(Object value) {
        BoundClass bound = registry.model().nearest(value.getClass());
        if (bound != null) {
            List<Property> properties = bound.properties();
            for (int i = 0; i < properties.size(); i++) {
                if (properties.get(i).id()) {
                    Object id = registry.ref(bound).codec().get(value, i);
                    if (id != null) {
                        return Objects.toString(id);
                    }
                }
            }
        }
        throw new IllegalArgumentException("an object of " + value.getClass().getName()
                + " is referred to, but has no ID: mark a property by XmlID, and set it");
    }
}
