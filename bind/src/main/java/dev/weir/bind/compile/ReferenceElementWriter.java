package dev.weir.bind.compile;

import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A value that brings its own name: a JAXBElement, an object with a root element, a node, or text in mixed content. */
final class ReferenceElementWriter extends ElementWriter {
    private final boolean mixed;
    private final @Nullable WildcardItem wildcard;

    ReferenceElementWriter(boolean mixed, @Nullable WildcardItem wildcard) {
        this.mixed = mixed;
        this.wildcard = wildcard;
    }

    @Override
    void write(@Nullable Object value, XmlWriter writer, MarshalContext out) {
        if (value == null) {
            return;
        }
        if (mixed && value instanceof String text) {
            writer.text(text);
        } else if (!out.writeElement(value, writer)) {
            if (wildcard == null) {
                throw new IllegalArgumentException(value.getClass().getName()
                        + " has no root element, so it cannot stand where elements are referred to");
            }
            wildcard.write(value, writer, out);
        }
    }
}
