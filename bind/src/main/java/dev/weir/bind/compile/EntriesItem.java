package dev.weir.bind.compile;

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
final class EntriesItem extends ItemCodec {
    private final Class<?> type;
    private final ItemCodec key;
    private final ItemCodec value;
    private final XmlName entryName;
    private final XmlName keyName;
    private final XmlName valueName;
    private final NameSlots entries;
    private final NameSlots parts;

    EntriesItem(Class<?> type, String namespace, ItemCodec key, ItemCodec value) {
        this.type = type;
        this.key = key;
        this.value = value;
        entryName = XmlName.of(namespace, "entry");
        keyName = XmlName.of(namespace, "key");
        valueName = XmlName.of(namespace, "value");
        entries = new NameSlots(List.of(entryName));
        parts = new NameSlots(List.of(keyName, valueName));
    }

    @Override
    Object read(XmlReader reader, Reading in, @Nullable Object parent) {
        Map<@Nullable Object, @Nullable Object> map = make();
        for (XmlEvent event = reader.next(); event != XmlEvent.END_ELEMENT; event = reader.next()) {
            if (event == XmlEvent.START_ELEMENT) {
                if (reader.name().equals(entryName)) {
                    entry(reader, in, map);
                } else {
                    in.unexpected(reader, entries);
                }
            }
        }
        return map;
    }

    private void entry(XmlReader reader, Reading in, Map<@Nullable Object, @Nullable Object> map) {
        Object readKey = null;
        Object readValue = null;
        for (XmlEvent event = reader.next(); event != XmlEvent.END_ELEMENT; event = reader.next()) {
            if (event == XmlEvent.START_ELEMENT) {
                if (reader.name().equals(keyName)) {
                    readKey = key.read(reader, in, map);
                } else if (reader.name().equals(valueName)) {
                    readValue = value.read(reader, in, map);
                } else {
                    in.unexpected(reader, parts);
                }
            }
        }
        map.put(readKey, readValue);
    }

    @SuppressWarnings({"unchecked", "NullAway"
    }) // the model has seen that it is a map; TreeMap refuses null keys itself
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
    void write(Object map, XmlWriter writer, Writing out) {
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            out.startElement(entryName, writer);
            one(entry.getKey(), keyName, key, writer, out);
            one(entry.getValue(), valueName, value, writer, out);
            writer.endElement();
        }
    }

    private static void one(@Nullable Object item, XmlName name, ItemCodec codec, XmlWriter writer, Writing out) {
        if (item != null) {
            out.startElement(name, writer);
            codec.write(item, writer, out);
            writer.endElement();
        }
    }
}
