package dev.weir.bind.context;

import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
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
 * Access to the properties of one bound class by property number: values, collections and arrays, and the class's
 * callback methods. The part of a codec that knows neither readers nor writers, so that the contexts can use it.
 * Thread-safe.
 */
public abstract class BeanProperties {
    private final BoundClass bound;
    private final List<Property> properties;

    /** Null if the class declares no callbacks. */
    private final @Nullable Callbacks callbacks;

    public BeanProperties(BoundClass bound) {
        this.bound = bound;
        this.properties = bound.properties();
        this.callbacks = Callbacks.of(bound);
    }

    public final BoundClass bound() {
        return bound;
    }

    public final @Nullable Callbacks callbacks() {
        return callbacks;
    }

    /** The value of a property; null also for a write-only property. */
    public abstract @Nullable Object get(Object bean, int property);

    /** Does nothing for a read-only property. */
    public abstract void set(Object bean, int property, @Nullable Object value);

    /** Collects the property values of an object that is created by a constructor with parameters. */
    public final ConstructorArguments newArguments() {
        return new ConstructorArguments(
                Objects.requireNonNull(bound.construction(), "a construction"), properties.size());
    }

    /** Creates the object: parameters go to its constructor, the other values to setters or fields. */
    public final Object create(ConstructorArguments arguments) {
        Object bean = arguments.newInstance();
        for (int i = 0; i < properties.size(); i++) {
            int place = properties.get(i).accessor().place();
            if (arguments.isPresent(place)) {
                set(bean, i, arguments.get(place));
            }
        }
        return bean;
    }

    /** Resets all properties: references to null, numbers to 0, collections to empty. */
    public final void clear(Object bean) {
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

    /** Returns an empty collection to which the items of a property are added. */
    public final Collection<@Nullable Object> begin(Object bean, int index) {
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

    /** Stores the items of a property once all of them have been read. */
    public final void finish(Object bean, int index, Collection<@Nullable Object> items) {
        Property property = properties.get(index);
        if (property.shape() == Property.Shape.ARRAY) {
            set(bean, index, array(property.rawType().getComponentType(), items));
        } else if (property.accessor().setter() != null) {
            set(bean, index, items);
        }
    }

    /** Sets all items at once. */
    public final void fill(Object bean, int index, Collection<?> items) {
        Collection<@Nullable Object> collection = begin(bean, index);
        collection.addAll(items);
        finish(bean, index, collection);
    }

    @SuppressWarnings("unchecked") // the model has verified that it is a collection; each caller checks the items
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

    /** The implementation classes that JAXB prescribes for the collection interfaces. */
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

    /** The items of a collection or of an array. */
    public static Collection<?> itemsOf(Object value) {
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
