package dev.weir.bind.compile;

import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** The ID of another object. Reading gives the ID; the property gets the object when the document has been read. */
final class ReferenceItem extends ItemCodec {
    static final ReferenceItem INSTANCE = new ReferenceItem();

    private ReferenceItem() {}

    @Override
    String read(XmlReader reader, Reading in, @Nullable Object parent) {
        return Lexical.trim(reader.elementText());
    }

    @Override
    String parse(String text, @Nullable XmlReader scope, Reading in) {
        return Lexical.trim(text);
    }

    @Override
    void write(Object value, XmlWriter writer, Writing out) {
        writer.text(out.idOf(value));
    }

    @Override
    String print(Object value, XmlWriter scope, Writing out) {
        return out.idOf(value);
    }
}
