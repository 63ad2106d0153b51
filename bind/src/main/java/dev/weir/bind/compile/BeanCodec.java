package dev.weir.bind.compile;

import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the objects of one class. {@link CodecGenerator} makes the subclasses; what is here serves the properties
 * that are not worth bytecode of their own. Thread-safe.
 */
abstract class BeanCodec {
    private final BoundClass bound;
    private final List<Property> properties;
    final @Nullable Callbacks callbacks;

    BeanCodec(BoundClass bound) {
        this.bound = bound;
        this.properties = bound.properties();
        this.callbacks = Callbacks.of(bound);
    }

    final BoundClass bound() {
        return bound;
    }

    /** A new object, with the content of the element that the reader stands on; leaves it on the element's end. */
    abstract Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent);

    /** As {@link #read}, where the class's constructor wants the values: the object is there when they have been read. */
    final Object construct(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        ConstructorArguments draft = draft();
        in.enterDraft(this);
        Object made;
        try {
            readInto(draft, reader, in);
            made = draft.made(this);
        } catch (RuntimeException refused) {
            in.leaveDraft();
            throw refused;
        }
        for (int i = 0; i < properties.size(); i++) {
            if (properties.get(i).id()) {
                in.id(get(made, i), made);
            }
        }
        in.leave(made, parent, this);
        return made;
    }

    /** What stands for an object until {@link ConstructorArguments#made} makes it. */
    final ConstructorArguments draft() {
        return new ConstructorArguments(
                Objects.requireNonNull(bound.construction(), "a construction"), properties.size());
    }

    /** Reads into an object that there is. */
    abstract void readInto(Object bean, XmlReader reader, UnmarshalContext in);

    /** Attributes and content of an element that is open. */
    abstract void write(Object bean, XmlWriter writer, MarshalContext out);

    /** The value of a property, by its number among all of the class. */
    abstract @Nullable Object get(Object bean, int property);

    abstract void set(Object bean, int property, @Nullable Object value);

    /** Takes all values away: references become null, numbers 0, collections empty. */
    final void clear(Object bean) {
        for (int i = 0; i < properties.size(); i++) {
            Property property = properties.get(i);
            if (!property.accessor().hasField() && property.accessor().setter() == null) {
                Collection<@Nullable Object> collection = collection(get(bean, i));
                if (collection != null) {
                    collection.clear();
                }
            } else if (property.rawType().isPrimitive()) {
                set(bean, i, Array.get(Array.newInstance(property.rawType(), 1), 0));
            } else {
                set(bean, i, null);
            }
        }
    }

    // ---------------------------------------------------------------- collections and arrays

    /** An empty collection that the items of a property can be added to. */
    final Collection<@Nullable Object> begin(Object bean, int index) {
        Property property = properties.get(index);
        if (property.shape() == Property.Shape.ARRAY) {
            return new ArrayList<>();
        }
        Collection<@Nullable Object> collection = collection(get(bean, index));
        if (collection == null) {
            collection = make(property);
            if (property.accessor().hasField() || property.accessor().setter() != null) {
                set(bean, index, collection);
            } else {
                throw new IllegalStateException(property.accessor() + " gave no collection, and there is no setter");
            }
        } else {
            collection.clear();
        }
        return collection;
    }

    /** Reads the entries of a property into its map, which stays the one that it was; a new one is set. */
    final void entries(Object bean, int index, MapItem item, XmlReader reader, UnmarshalContext in) {
        Object known = get(bean, index);
        Object read = item.readAgain(reader, in, known);
        Property property = properties.get(index);
        if (read != known
                && (property.accessor().hasField() || property.accessor().setter() != null)) {
            set(bean, index, read);
        }
    }

    /** The items are complete. */
    final void finish(Object bean, int index, Collection<@Nullable Object> items) {
        Property property = properties.get(index);
        if (property.shape() == Property.Shape.ARRAY) {
            set(bean, index, array(property.rawType().getComponentType(), items));
        } else if (property.accessor().setter() != null) {
            set(bean, index, items);
        }
    }

    /** Sets all items at once. */
    final void fill(Object bean, int index, Collection<?> items) {
        Collection<@Nullable Object> collection = begin(bean, index);
        collection.addAll(items);
        finish(bean, index, collection);
    }

    @SuppressWarnings(
            "unchecked") // the model has seen that it is a collection; its items are checked by whoever takes them
    private static @Nullable Collection<@Nullable Object> collection(@Nullable Object value) {
        return (Collection<@Nullable Object>) value;
    }

    private static Object array(Class<?> component, Collection<?> items) {
        Object array = Array.newInstance(component, items.size());
        int i = 0;
        for (Object item : items) {
            if (item != null || !component.isPrimitive()) {
                Array.set(array, i, item);
            }
            i++;
        }
        return array;
    }

    /** The implementations that JAXB prescribes for the interfaces. */
    @SuppressWarnings({"unchecked", "JdkObsolete"}) // as above; a Queue is a LinkedList for users of the reference
    private static Collection<@Nullable Object> make(Property property) {
        Class<?> type = property.rawType();
        if (type.isAssignableFrom(ArrayList.class)) {
            return new ArrayList<>();
        } else if (type == Set.class) {
            return new HashSet<>();
        } else if (type == SortedSet.class || type == NavigableSet.class) {
            return (Collection<@Nullable Object>) (Collection<?>) new TreeSet<Object>();
        } else if (type == Queue.class) {
            return new LinkedList<>();
        } else if (type == Deque.class) {
            return (Collection<@Nullable Object>) (Collection<?>) new ArrayDeque<Object>();
        }
        try {
            return (Collection<@Nullable Object>) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(
                    property.accessor() + " is a " + type.getName() + ", of which none can be made", impossible);
        }
    }

    /** For the generated code: the name of the element that starts; null where none does. */
    static @Nullable XmlName starting(XmlEvent event, XmlReader reader) {
        return event == XmlEvent.START_ELEMENT ? reader.name() : null;
    }

    /** For the generated code. */
    static Collection<?> itemsOf(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        int length = Array.getLength(value);
        List<Object> boxed = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            boxed.add(Array.get(value, i));
        }
        return boxed;
    }
}
