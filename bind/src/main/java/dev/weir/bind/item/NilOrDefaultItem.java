package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** An item whose element has a default value if empty, or which is null for xsi:nil. */
public final class NilOrDefaultItem extends ItemCodec {
    private final ItemCodec inner;
    private final boolean nillable;
    private final @Nullable String defaultValue;

    public NilOrDefaultItem(ItemCodec inner, boolean nillable, @Nullable String defaultValue) {
        this.inner = inner;
        this.nillable = nillable;
        this.defaultValue = defaultValue;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        if (nillable && in.isNil(reader)) {
            reader.skipElement();
            return null;
        }
        if (defaultValue != null && inner.isBean()) {
            return inner.read(withDefault(reader, defaultValue), in, parent);
        }
        if (defaultValue != null) {
            String text = reader.elementText();
            return inner.parse(text.isEmpty() ? defaultValue : text, reader, in);
        }
        return inner.read(reader, in, parent);
    }

    /** The element with the default as its text, for an object, which may have attributes besides its value. */
    private static XmlReader withDefault(XmlReader reader, String defaultValue) {
        XmlElement element = XmlElement.read(reader);
        if (element.firstChild() == null) {
            element.setText(defaultValue);
        }
        XmlReader again = element.reader();
        XmlEvent event = again.event();
        while (event != XmlEvent.START_ELEMENT) {
            event = again.next();
        }
        return again;
    }

    @Override
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        return inner.parse(text, scope, in);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        inner.write(value, writer, out);
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        return inner.print(value, scope, out);
    }
}
