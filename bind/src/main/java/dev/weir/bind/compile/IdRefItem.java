package dev.weir.bind.compile;

import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** The ID of another object. Reading gives the ID; the property gets the object when the document has been read. */
final class IdRefItem extends ItemCodec {
    static final IdRefItem INSTANCE = new IdRefItem();

    private IdRefItem() {}

    @Override
    String read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return Lexical.trim(reader.elementText());
    }

    @Override
    String parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        return Lexical.trim(text);
    }

    @Override
    void write(Object value, XmlWriter writer, MarshalContext out) {
        writer.text(out.idOf(value));
    }

    @Override
    String print(Object value, XmlWriter scope, MarshalContext out) {
        return out.idOf(value);
    }
}
