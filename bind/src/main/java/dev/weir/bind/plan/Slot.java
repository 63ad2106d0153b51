package dev.weir.bind.plan;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.item.BeanItem;
import dev.weir.bind.item.WrapperContent;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attribute or child element name that a codec knows.
 *
 * @param property the number of its property among all of the class
 * @param kind how its value is read
 * @param type the Java type of the value
 * @param codec reads and writes values of kinds without specialised code; a {@link BeanItem} for a BEAN
 * @param nillable for one of several elements: xsi:nil is a null item, or no item among primitives
 * @param wrapped the items if this slot is a wrapper
 */
public record Slot(
        int property,
        XmlName name,
        Kind kind,
        Class<?> type,
        ItemCodec codec,
        boolean nillable,
        @Nullable WrapperContent wrapped) {
    public static List<XmlName> names(List<Slot> slots) {
        List<XmlName> names = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            names.add(slot.name);
        }
        return names;
    }

    /** The first slot of a property. */
    public static Slot of(List<Slot> slots, int property) {
        for (Slot slot : slots) {
            if (slot.property == property) {
                return slot;
            }
        }
        throw new IllegalStateException("no slot for property " + property);
    }

    /** The values with specialised code, and all others. */
    public enum Kind {
        STRING,
        BOOLEAN,
        INT,
        LONG,
        DOUBLE,
        FLOAT,
        SHORT,
        BYTE,
        BEAN,
        LIST,
        REFERENCE,
        OTHER
    }
}
