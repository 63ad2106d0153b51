package dev.weir.soap.jaxws.body;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import org.jspecify.annotations.Nullable;

/** One value that is an element by itself: the body of a bare message, a part in rpc style, a header block. */
record PartCodec(int slot, String name, XmlName element, ItemCodec codec) {
    /** From START_ELEMENT to END_ELEMENT. */
    @Nullable Object read(XmlReader reader, UnmarshalContext in) {
        if (in.isNil(reader)) {
            reader.skipElement();
            return null;
        }
        return codec.read(reader, in, null);
    }

    @Nullable Object read(XmlElement block, UnmarshalContext in) {
        XmlReader reader = block.reader();
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        in.start(reader);
        Object value = read(reader, in);
        in.finish(reader);
        return value;
    }

    void write(@Nullable Object value, XmlWriter writer, MarshalContext out, boolean outermost) {
        boolean besideDefault = value != null && codec.isNamedInNoNamespace(value);
        out.startElement(element, besideDefault, writer);
        if (outermost) {
            out.declarePrefixes(element, besideDefault, writer);
        }
        if (value == null) {
            out.nil(writer);
        } else {
            codec.write(value, writer, out);
        }
        writer.endElement();
    }

    XmlElement block(@Nullable Object value, MarshalContext out) {
        XmlTreeWriter tree = new XmlTreeWriter();
        write(value, tree, out, true);
        return tree.document().documentElement();
    }
}
