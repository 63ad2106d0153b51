package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.BeanProperties;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A map: elements named entry, each with a key and a value. */
public final class MapItem extends ItemCodec {
    private static final XmlName ENTRY = XmlName.of("entry");
    private static final XmlName KEY = XmlName.of("key");
    private static final XmlName VALUE = XmlName.of("value");

    private final Class<?> type;
    private final ItemCodec key;
    private final ItemCodec value;
    private final NameSlots entries;
    private final NameSlots parts;

    MapItem(Class<?> type, ItemCodec key, ItemCodec value, CodecRegistry registry) {
        this.entries = registry.elementNames(List.of(ENTRY));
        this.parts = registry.elementNames(List.of(KEY, VALUE));
        this.type = type;
        this.key = key;
        this.value = value;
    }

    @Override
    public Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return read(reader, in, make());
    }

    /**
     * Reads the entries of a property into its existing map, which is cleared first; sets a new map if there is none,
     * or if the existing one is unmodifiable. Also called by generated code.
     */
    public void readProperty(BeanProperties properties, Object bean, int index, XmlReader reader, UnmarshalContext in) {
        Object known = properties.get(bean, index);
        Object read = read(reader, in, emptied(known));
        if (read != known) {
            properties.set(bean, index, read);
        }
    }

    @SuppressWarnings("unchecked") // as the property declares
    private Map<@Nullable Object, @Nullable Object> emptied(@Nullable Object known) {
        if (known instanceof Map<?, ?> map) {
            try {
                map.clear();
                return (Map<@Nullable Object, @Nullable Object>) map;
            } catch (UnsupportedOperationException fixed) {
                return make();
            }
        }
        return make();
    }

    private Map<@Nullable Object, @Nullable Object> read(
            XmlReader reader, UnmarshalContext in, Map<@Nullable Object, @Nullable Object> map) {
        for (XmlEvent event = reader.next(); event != XmlEvent.END_ELEMENT; event = reader.next()) {
            if (event == XmlEvent.START_ELEMENT) {
                if (entries.find(reader.name(), 0) == 0) {
                    entry(reader, in, map);
                } else {
                    in.unexpected(reader, entries);
                }
            }
        }
        return map;
    }

    private void entry(XmlReader reader, UnmarshalContext in, Map<@Nullable Object, @Nullable Object> map) {
        Object readKey = null;
        Object readValue = null;
        boolean wrong = false;
        int depth = reader.depth();
        for (XmlEvent event = reader.next(); event != XmlEvent.END_ELEMENT; event = reader.next()) {
            if (event == XmlEvent.START_ELEMENT) {
                try {
                    switch (parts.find(reader.name(), 0)) {
                        case 0 -> readKey = key.read(reader, in, map);
                        case 1 -> readValue = value.read(reader, in, map);
                        default -> in.unexpected(reader, parts);
                    }
                } catch (RuntimeException refused) {
                    in.elementFailed(reader, refused, depth + 1);
                    wrong = true;
                }
            }
        }
        if (!wrong) {
            map.put(readKey, readValue);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the model has verified that it is a map; TreeMap rejects null keys
    private Map<@Nullable Object, @Nullable Object> make() {
        if (type == Map.class) {
            return new HashMap<>();
        } else if (type == LinkedHashMap.class) {
            return new LinkedHashMap<>();
        } else if (SortedMap.class.isAssignableFrom(type) && type.isInterface()) {
            return (Map<@Nullable Object, @Nullable Object>) (Map<?, ?>) new TreeMap<Object, Object>();
        }
        try {
            return (Map<@Nullable Object, @Nullable Object>)
                    type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("no " + type.getName() + " can be made", impossible);
        }
    }

    @Override
    public void write(Object map, XmlWriter writer, MarshalContext out) {
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            out.startElement(ENTRY, writer);
            one(entry.getKey(), KEY, key, writer, out);
            one(entry.getValue(), VALUE, value, writer, out);
            writer.endElement();
        }
    }

    private static void one(
            @Nullable Object item, XmlName name, ItemCodec codec, XmlWriter writer, MarshalContext out) {
        if (item != null) {
            out.startElement(name, writer);
            codec.write(item, writer, out);
            writer.endElement();
        }
    }
}
