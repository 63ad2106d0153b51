package dev.weir.soap.jaxws.body;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Items in one text (XmlList) as the array or collection that a part is: what a field of the same type makes of them. */
final class ListedItems extends ItemCodec {
    private final ItemCodec items;
    private final CodecRef fields;
    private final int field;

    /** @param field the number of the field in a class that has one of the part's type */
    ListedItems(ItemCodec items, CodecRef fields, int field) {
        this.items = items;
        this.fields = fields;
        this.field = field;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        if (!(items.read(reader, in, parent) instanceof Collection<?> read)) {
            return null;
        }
        BeanCodec codec = fields.codec();
        Object holder = ReflectiveAccess.newInstance(fields.bound);
        codec.fill(holder, field, read);
        return codec.get(holder, field);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        items.write(value, writer, out);
    }
}
