package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.context.MarshalContext;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value that determines its own element name: a JAXBElement, an object with a root element name, a DOM node,
 * or text in mixed content.
 */
public final class ReferenceElementWriter extends ElementWriter {
    private final boolean mixed;
    private final RootElementWriter elements;
    private final @Nullable WildcardItem wildcard;

    public ReferenceElementWriter(boolean mixed, @Nullable WildcardItem wildcard, CodecRegistry registry) {
        this.mixed = mixed;
        this.elements = new RootElementWriter(registry);
        this.wildcard = wildcard;
    }

    @Override
    public void write(@Nullable Object value, XmlWriter writer, MarshalContext out) {
        if (value == null) {
            return;
        }
        if (mixed && value instanceof String text) {
            writer.text(text);
        } else if (!elements.write(value, writer, out)) {
            if (wildcard == null) {
                throw new IllegalArgumentException(value.getClass().getName()
                        + " has no root element, so it cannot stand where elements are referred to");
            }
            wildcard.write(value, writer, out);
        }
    }
}
