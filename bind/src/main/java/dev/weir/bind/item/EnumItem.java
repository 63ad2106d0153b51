package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.EmptyValueException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A constant of an enum. */
final class EnumItem extends ItemCodec {
    private final BoundEnum bound;
    private final Map<Object, Enum<?>> constants = new HashMap<>();
    private final String[] texts;
    private final boolean isText;

    EnumItem(BoundEnum bound) {
        this.bound = bound;
        this.texts = bound.texts().toArray(new String[0]);
        this.isText = bound.base().type() == String.class;
        for (int i = 0; i < texts.length; i++) {
            Object key = isText ? texts[i] : bound.base().parse(texts[i], null);
            constants.putIfAbsent(key, bound.constants().get(i));
        }
    }

    BoundEnum bound() {
        return bound;
    }

    @Override
    public Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return parse(reader.elementText(), reader, in);
    }

    @Override
    public Object parse(String text, XmlReader scope, UnmarshalContext in) {
        Object key = isText ? text : bound.base().parse(text, scope);
        Enum<?> constant = constants.get(key);
        if (constant == null && isText) {
            constant = constants.get(Lexical.trim(text));
        }
        if (constant == null) {
            String message = "not a value of " + bound.type().getSimpleName() + ": \""
                    + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "\"";
            throw Lexical.isBlank(text)
                    ? new EmptyValueException(message, null)
                    : new IllegalArgumentException(message);
        }
        return constant;
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        writer.text(print(value, writer, out));
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // the texts are in the order of the ordinals
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return texts[((Enum<?>) value).ordinal()];
    }
}
