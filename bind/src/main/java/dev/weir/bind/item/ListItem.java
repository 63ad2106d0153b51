package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.BeanProperties;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Simple values separated by white space; a List in Java. An invalid one is an event, and left out. */
final class ListItem extends ItemCodec {
    private final ItemCodec item;

    ListItem(ItemCodec item) {
        this.item = item;
    }

    @Override
    public Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return parse(reader.elementText(), reader, in);
    }

    @Override
    public List<@Nullable Object> parse(String text, XmlReader scope, UnmarshalContext in) {
        List<@Nullable Object> items = new ArrayList<>();
        for (String one : Lexical.items(text)) {
            try {
                items.add(item.parse(one, scope, in));
            } catch (RuntimeException failed) {
                in.valueFailed(scope, failed);
            }
        }
        return items;
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        writer.text(print(value, writer, out));
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        StringBuilder text = new StringBuilder();
        for (Object one : BeanProperties.itemsOf(value)) {
            if (one != null) {
                text.append(text.isEmpty() ? "" : " ").append(item.print(one, scope, out));
            }
        }
        return text.toString();
    }
}
