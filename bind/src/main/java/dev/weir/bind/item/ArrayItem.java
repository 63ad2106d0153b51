package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundArray;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array as a value of its own: elements named item, with xsi:nil for null items. */
final class ArrayItem extends ItemCodec {
    private final Class<?> component;
    private final ItemCodec item;
    private final WrapperContent items;

    ArrayItem(Class<?> type, ItemCodec item, CodecRegistry registry) {
        component = type.getComponentType();
        this.item = item;
        items = new WrapperContent(
                registry.elementNames(List.of(BoundArray.ITEM)),
                List.of(new NilOrDefaultItem(item, true, null)),
                null,
                false);
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        List<@Nullable Object> read = new ArrayList<>();
        if (!items.read(reader, in, parent, read)) {
            return null;
        }
        Object array = Array.newInstance(component, read.size());
        for (int i = 0; i < read.size(); i++) {
            Object one = read.get(i);
            if (one != null) {
                Array.set(array, i, one);
            }
        }
        return array;
    }

    @Override
    public void write(Object array, XmlWriter writer, MarshalContext out) {
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            Object one = Array.get(array, i);
            out.startElement(BoundArray.ITEM, writer);
            if (one == null) {
                out.nil(writer);
            } else {
                item.write(one, writer, out);
            }
            writer.endElement();
        }
    }
}
