package dev.weir.bind.codec;

import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import jakarta.xml.bind.JAXBElement;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A global element, or one declared by a registry.
 *
 * @param declared the type of the JAXBElement that represents it; null if the object itself does
 */
public record RootElement(
        XmlName name,
        ItemCodec codec,
        @Nullable Class<?> declared,
        @Nullable Class<?> scope,
        @Nullable String defaultValue) {
    /** Whether it is represented by a JAXBElement whose value is not an object with content of its own. */
    public boolean isValue() {
        return declared != null && !codec.isBean();
    }

    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        if (declared == null) {
            return codec.read(reader, in, parent);
        }
        Object value;
        boolean nil = in.isNil(reader);
        if (nil && codec.isBean() && reader.attributeCount() > 1) {
            // A nil element has no content, but may have attributes.
            value = codec.read(reader, in, parent);
        } else if (nil) {
            reader.skipElement();
            value = null;
        } else if (codec.isIdRef()) {
            JAXBElement<Object> waiting = element(null);
            waiting.setNil(false);
            in.reference(waiting, codec.read(reader, in, parent));
            return waiting;
        } else if (defaultValue != null) {
            String text = reader.elementText();
            value = codec.parse(text.isEmpty() ? defaultValue : text, reader, in);
        } else {
            value = codec.read(reader, in, parent);
        }
        JAXBElement<Object> element = element(value);
        element.setNil(nil);
        return element;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a value is of the declared type, or null
    public JAXBElement<Object> element(@Nullable Object value) {
        return new JAXBElement<>(new QName(name.namespace(), name.local()), (Class<Object>) declared, scope, value);
    }
}
