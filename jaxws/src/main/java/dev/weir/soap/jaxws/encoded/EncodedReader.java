package dev.weir.soap.jaxws.encoded;

import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.value.SimpleType;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Accessor;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Struct;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.tree.XmlElement;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one message. An element that several refer to becomes one object, so that graphs keep identity and
 * cycles. A compound value is made when something first refers to it and filled later, from a queue: nothing recurses on
 * the message's depth, nor along its references. Each element is read once for each class that is wanted of it.
 *
 * <p>Errors are faults of the sender that name element and place. For one use, by one thread.
 */
public final class EncodedReader {
    /** Items of sparse arrays that a message may leave out in all. */
    private static final int MAX_EMPTY = 65_536;

    /** Characters and bytes of simple values that references may repeat: each would be written in full again. */
    private static final long MAX_REPEATED = 1 << 24;

    /** References that lead to references: nobody writes them, and each costs as often as it is followed. */
    private static final int MAX_HOPS = 16;

    private static final XmlName POSITION = XmlName.of(SoapEncoding.ENCODING, "position");
    private static final XmlName OFFSET = XmlName.of(SoapEncoding.ENCODING, "offset");

    private final EncodedTypes types;
    private final boolean refuseUnexpected;
    private final Map<String, XmlElement> ids = new HashMap<>();
    private final Map<Wanted, Object> known = new HashMap<>();
    private final Deque<Runnable> unfilled = new ArrayDeque<>();
    private final List<Runnable> last = new ArrayList<>();
    private long empty;
    private long repeated;

    private record Wanted(XmlElement element, Class<?> type) {}

    /**
     * @param elements the children of the body
     * @param refuseUnexpected false to skip accessors that a class does not have
     */
    public EncodedReader(EncodedTypes types, List<XmlElement> elements, boolean refuseUnexpected) {
        this.types = types;
        this.refuseUnexpected = refuseUnexpected;
        Deque<XmlElement> open = new ArrayDeque<>(elements);
        while (!open.isEmpty()) {
            XmlElement element = open.pop();
            SoapEncoding.checkStyle(element);
            String id = id(element);
            if (id != null && ids.putIfAbsent(id, element) != null) {
                throw ArrayShape.wrong(element, "id \"" + id + "\" is given twice");
            }
            element.elements().forEach(open::push);
        }
    }

    /**
     * The value of one element, which must not refer to others than its own; accessors that a class does not have are
     * skipped.
     */
    public static @Nullable Object read(EncodedTypes types, XmlElement element, Class<?> type) {
        EncodedReader reader = new EncodedReader(types, List.of(element), false);
        Object value = reader.read(element, type, null);
        reader.finish();
        return value;
    }

    private static @Nullable String id(XmlElement element) {
        String id = SoapEncoding.value(element, SoapEncoding.ID);
        return id != null ? id : SoapEncoding.value(element, SoapEncoding.ID_12);
    }

    /**
     * A value of a type, complete once {@link #finish} has returned; null for nil.
     *
     * @param simple how a simple value is read that names no type itself; null for the type by its class
     */
    public @Nullable Object read(XmlElement element, Class<?> type, @Nullable SimpleType simple) {
        return value(element, type, null, simple);
    }

    /** Fills everything that has been read. */
    public void finish() {
        Runnable next = unfilled.poll();
        while (next != null) {
            next.run();
            next = unfilled.poll();
        }
        last.forEach(Runnable::run);
    }

    /** What an element refers to, or itself. */
    private XmlElement target(XmlElement element) {
        XmlElement at = element;
        for (int hops = 0; ; hops++) {
            String reference = SoapEncoding.value(at, SoapEncoding.HREF);
            if (reference != null && !reference.startsWith("#")) {
                throw ArrayShape.wrong(at, "href \"" + reference + "\" must be # and an id of this message");
            }
            String id = reference == null ? SoapEncoding.value(at, SoapEncoding.REF_12) : reference.substring(1);
            if (id == null) {
                return at;
            }
            XmlElement next = ids.get(id);
            if (next == null) {
                throw ArrayShape.wrong(at, "nothing in this message has the id \"" + id + "\"");
            }
            if (hops == MAX_HOPS) {
                throw ArrayShape.wrong(element, "its references lead through more than " + MAX_HOPS + " others");
            }
            at = next;
        }
    }

    private @Nullable Object value(
            XmlElement element, Class<?> declared, @Nullable XmlName itemType, @Nullable SimpleType simple) {
        XmlElement at = target(element);
        if (SoapEncoding.isNil(at)) {
            return null;
        }
        XmlName named = SoapEncoding.type(at);
        if (named == null && at != element) {
            named = SoapEncoding.type(element);
        }
        if (named == null) {
            named = itemType;
        }
        Class<?> type = EncodedTypes.boxed(declared);
        type = type == Object.class ? dynamic(at, named) : narrowed(at, type, named);
        Wanted wanted = new Wanted(at, type);
        Object before = known.get(wanted);
        if (before != null) {
            repeat(element, before);
            return before;
        }
        Object made;
        if (simple != null || EncodedTypes.isSimple(type)) {
            made = simple(at, type, named, simple);
        } else if (EncodedTypes.isArray(type)) {
            made = array(at, type.getComponentType());
        } else if (Map.class.isAssignableFrom(type)) {
            made = map(at, type);
        } else {
            BoundEnum constants = types.enumOf(type);
            made = constants != null ? constant(at, constants) : struct(at, type);
        }
        if (made != null && id(at) != null) {
            known.put(wanted, made);
        }
        return made;
    }

    /** One long text that many refer to is one object here, but as many texts where it is written again. */
    private void repeat(XmlElement element, Object value) {
        repeated += value instanceof String text ? text.length() : value instanceof byte[] bytes ? bytes.length : 0;
        if (repeated > MAX_REPEATED) {
            throw ArrayShape.wrong(
                    element,
                    "what the references of the message repeat is more than " + MAX_REPEATED + " characters in all");
        }
    }

    /** The class that the message names, where it is one of those that are declared. */
    private Class<?> narrowed(XmlElement at, Class<?> declared, @Nullable XmlName named) {
        Class<?> given = named == null ? null : types.named(named);
        if (given == null || given == declared || !types.isStruct(given)) {
            return declared;
        }
        if (!declared.isAssignableFrom(given)) {
            throw ArrayShape.wrong(
                    at,
                    "its type " + named + " does not fit here, where a "
                            + (types.typeName(EncodedTypes.leaf(declared)) + (declared.isArray() ? " array" : ""))
                            + " is wanted");
        }
        return given;
    }

    /** The class of a value that is declared as anything. */
    private Class<?> dynamic(XmlElement at, @Nullable XmlName named) {
        if (SoapEncoding.isArray(named) || ArrayShape.isGiven(at)) {
            ArrayShape shape = ArrayShape.of(at);
            Class<?> item = shape.item() == null ? null : types.named(shape.item());
            Class<?> type = item == null ? Object.class : item;
            for (int i = 0; i < shape.nested() + shape.sizes().length; i++) {
                type = type.arrayType();
            }
            return type;
        }
        Class<?> type = named == null ? null : types.named(named);
        if (type != null && type != Object.class) {
            return type;
        }
        if (at.firstElement() == null) {
            return String.class;
        }
        throw ArrayShape.wrong(
                at,
                named == null
                        ? "it must say its type by xsi:type, because the interface does not"
                        : "its type " + named + " is not known here");
    }

    private static @Nullable Object simple(
            XmlElement at, Class<?> type, @Nullable XmlName named, @Nullable SimpleType declared) {
        SimpleType byName = named == null ? null : SimpleType.named(named);
        SimpleType simple = declared == null ? EncodedTypes.simple(type) : declared;
        if (byName != null && byName.type() == simple.type()) {
            simple = byName; // base64 or hexadecimal
        }
        if (at.firstElement() != null) {
            throw ArrayShape.wrong(at, "it must be a simple value, but has elements");
        }
        try {
            if (simple.type() != QName.class) {
                return simple.parse(at.stringValue(), null);
            }
            XmlReader reader = at.reader();
            while (reader.event() != XmlEvent.START_ELEMENT) {
                reader.next();
            }
            return simple.readElement(reader);
        } catch (IllegalArgumentException | XmlException e) {
            throw ArrayShape.wrong(at, String.valueOf(e.getMessage()));
        }
    }

    private static Object constant(XmlElement at, BoundEnum constants) {
        int index = constants.texts().indexOf(at.stringValue().strip());
        if (index < 0) {
            throw ArrayShape.wrong(
                    at, "\"" + at.stringValue().strip() + "\" must be one of " + String.join(", ", constants.texts()));
        }
        return constants.constants().get(index);
    }

    // ---------------------------------------------------------------- structs

    private Object struct(XmlElement at, Class<?> declared) {
        Struct struct = types.struct(declared);
        if (struct == null || struct.bound().creator() == null) {
            throw ArrayShape.wrong(
                    at,
                    struct == null
                            ? declared.getName() + " is not known here"
                            : struct.bound().cannotCreate());
        }
        Object bean = ReflectiveAccess.newInstance(struct.bound());
        unfilled.add(() -> fill(at, struct, bean));
        return bean;
    }

    private void fill(XmlElement at, Struct struct, Object bean) {
        if (isText(at)) {
            throw ArrayShape.wrong(
                    at, "it must be a " + struct.name() + ", an element for each accessor, but has text");
        }
        BitSet given = new BitSet();
        Map<Accessor, List<XmlElement>> arrays = new LinkedHashMap<>();
        for (XmlElement child : at.elements()) {
            Accessor accessor = struct.accessors().get(child.name().local());
            if (accessor == null) {
                if (refuseUnexpected) {
                    throw ArrayShape.wrong(
                            child,
                            "it is none of the accessors of " + struct.name() + ": "
                                    + String.join(", ", struct.accessors().keySet()));
                }
            } else if (EncodedTypes.isArray(accessor.type())) {
                arrays.computeIfAbsent(accessor, unused -> new ArrayList<>()).add(child);
            } else if (given.get(accessor.index())) {
                throw ArrayShape.wrong(child, "it is given twice in one " + struct.name());
            } else {
                given.set(accessor.index());
                set(struct, bean, accessor, value(child, accessor.type(), null, accessor.simple()));
            }
        }
        arrays.forEach((accessor, elements) -> set(struct, bean, accessor, array(accessor, elements)));
    }

    private void set(Struct struct, Object bean, Accessor accessor, @Nullable Object value) {
        if (value == null) {
            return;
        }
        if (accessor.collection()) {
            // The items are complete at the end only.
            last.add(() -> struct.codec().codec().fill(bean, accessor.index(), Arrays.asList((@Nullable Object[])
                    boxedItems(value))));
        } else {
            struct.codec().codec().set(bean, accessor.index(), value);
        }
    }

    /** An array as one accessor, or its items as accessors of one name, as Axis has those of a bean without description. */
    private @Nullable Object array(Accessor accessor, List<XmlElement> elements) {
        Class<?> component = accessor.type().getComponentType();
        XmlElement first = elements.get(0);
        if (elements.size() == 1 && !isItem(first, component)) {
            return value(first, accessor.type(), null, null);
        }
        for (XmlElement element : elements) {
            XmlElement at = target(element);
            if (SoapEncoding.isArray(SoapEncoding.type(at)) || ArrayShape.isGiven(at)) {
                throw ArrayShape.wrong(element, "it is an array that is given twice");
            }
        }
        Object array = Array.newInstance(component, elements.size());
        unfilled.add(() -> {
            for (int i = 0; i < elements.size(); i++) {
                Object value = value(elements.get(i), component, null, null);
                if (value != null) {
                    Array.set(array, i, value);
                }
            }
        });
        return array;
    }

    /** Whether an element is an item and not an array: by its type, or because it has text. */
    private boolean isItem(XmlElement element, Class<?> component) {
        XmlElement at = target(element);
        XmlName named = SoapEncoding.type(at);
        if (SoapEncoding.isArray(named) || ArrayShape.isGiven(at) || SoapEncoding.isNil(at)) {
            return false;
        }
        if (named != null) {
            Class<?> type = types.named(named);
            return type != null && EncodedTypes.boxed(component).isAssignableFrom(type);
        }
        return isText(at);
    }

    private static boolean isText(XmlElement at) {
        return at.firstElement() == null && !at.stringValue().isBlank();
    }

    private static Object[] boxedItems(Object array) {
        if (array instanceof Object[] items) {
            return items;
        }
        Object[] items = new Object[Array.getLength(array)];
        for (int i = 0; i < items.length; i++) {
            items[i] = Array.get(array, i);
        }
        return items;
    }

    // ---------------------------------------------------------------- maps

    private Object map(XmlElement at, Class<?> type) {
        Map<@Nullable Object, @Nullable Object> map;
        if (type == Hashtable.class) {
            map = hashtable();
        } else if (type.isAssignableFrom(LinkedHashMap.class)) {
            map = new LinkedHashMap<>();
        } else {
            throw ArrayShape.wrong(at, "a map becomes a Map or a Hashtable, but not a " + type.getName());
        }
        unfilled.add(() -> fill(at, map));
        return map;
    }

    @SuppressWarnings({"JdkObsolete", "NullAway"}) // what interfaces of its time ask for; fill puts no null
    private static Map<@Nullable Object, @Nullable Object> hashtable() {
        return new Hashtable<>();
    }

    private void fill(XmlElement at, Map<@Nullable Object, @Nullable Object> map) {
        if (isText(at)) {
            throw ArrayShape.wrong(at, "it must be a map, an element item for each entry, but has text");
        }
        for (XmlElement item : at.elements()) {
            XmlElement entry = target(item);
            Object key = null;
            Object value = null;
            for (XmlElement half : entry.elements()) {
                switch (half.name().local()) {
                    case "key" -> key = value(half, Object.class, null, null);
                    case "value" -> value = value(half, Object.class, null, null);
                    default -> throw ArrayShape.wrong(half, "an item of a map has a key and a value");
                }
            }
            if (key != null && (key.getClass().isArray() || !EncodedTypes.isKey(key))) {
                throw ArrayShape.wrong(entry, "the key of a map must be a simple value");
            }
            if (map instanceof Hashtable && (key == null || value == null)) {
                throw ArrayShape.wrong(entry, "a Hashtable has no null");
            }
            map.put(key, value);
        }
    }

    // ---------------------------------------------------------------- arrays

    private Object array(XmlElement at, Class<?> component) {
        if (isText(at)) {
            throw ArrayShape.wrong(at, "it must be an array, an element for each item, but has text");
        }
        ArrayShape shape = ArrayShape.of(at);
        List<XmlElement> items = at.elements();
        long[] places = new long[items.size()];
        Long offset = shape.index(at, SoapEncoding.value(at, OFFSET));
        long next = offset == null ? 0 : offset;
        long end = 0;
        boolean ordered = true;
        for (int i = 0; i < places.length; i++) {
            Long position = shape.index(items.get(i), SoapEncoding.value(items.get(i), POSITION));
            places[i] = position == null ? next : position;
            next = places[i] + 1;
            end = Math.max(end, next);
            ordered &= i == 0 || places[i] > places[i - 1];
        }
        if (!ordered) {
            Set<Long> taken = new HashSet<>();
            for (int i = 0; i < places.length; i++) {
                if (!taken.add(places[i])) {
                    throw ArrayShape.wrong(items.get(i), "its place in the array, " + places[i] + ", is taken");
                }
            }
        }
        if (shape.sizes().length > 1) {
            return table(at, component, shape, items, places, end);
        }
        int length = length(at, Math.max(end, shape.sizes()[0]), items.size());
        Object array = Array.newInstance(component, length);
        XmlName itemType = shape.nested() == 0 ? shape.item() : null;
        unfilled.add(() -> {
            for (int i = 0; i < places.length; i++) {
                Object value = value(items.get(i), component, itemType, null);
                if (value != null) {
                    Array.set(array, (int) places[i], value);
                }
            }
        });
        return array;
    }

    /** What a message says of an array's size costs memory only within a bound. */
    private int length(XmlElement at, long length, int given) {
        empty += Math.max(0, length - given);
        if (empty > MAX_EMPTY) {
            throw ArrayShape.wrong(
                    at,
                    "it has " + given + " items, but a size of " + length + "; arrays may lack at most " + MAX_EMPTY
                            + " items in all");
        }
        return (int) length;
    }

    /** Several dimensions in one array, the last of them varying fastest. */
    private Object table(
            XmlElement at, Class<?> component, ArrayShape shape, List<XmlElement> items, long[] places, long end) {
        int[] sizes = shape.sizes();
        Class<?> leaf = component;
        for (int i = 1; i < sizes.length; i++) {
            if (!leaf.isArray()) {
                throw ArrayShape.wrong(
                        at, "it has " + sizes.length + " dimensions, which is more than the interface has");
            }
            leaf = leaf.getComponentType();
        }
        long slots = 1;
        long rows = 0;
        for (int size : sizes) {
            if (size < 0) {
                throw ArrayShape.wrong(at, "each dimension must have a size");
            }
            slots = Math.min(slots * Math.max(size, 1), Integer.MAX_VALUE);
            rows += slots;
        }
        length(at, slots, items.size());
        // Rows cost memory, too: [65536,1,1,1] is three times as many of them.
        length(at, rows, Math.multiplyExact(items.size(), sizes.length));
        if (end > slots) {
            throw ArrayShape.wrong(at, "it has more items than its sizes allow");
        }
        Class<?> type = leaf;
        Object array = Array.newInstance(type, sizes);
        unfilled.add(() -> {
            for (int i = 0; i < places.length; i++) {
                Object value = value(items.get(i), type, shape.nested() == 0 ? shape.item() : null, null);
                if (value != null) {
                    set(array, sizes, places[i], value);
                }
            }
        });
        return array;
    }

    private static void set(Object array, int[] sizes, long place, Object value) {
        Object row = array;
        long below = 1;
        for (int i = 1; i < sizes.length; i++) {
            below *= sizes[i];
        }
        long rest = place;
        for (int i = 0; i < sizes.length - 1; i++) {
            row = Array.get(row, (int) (rest / below));
            rest %= below;
            below /= sizes[i + 1];
        }
        Array.set(row, (int) rest, value);
    }
}
