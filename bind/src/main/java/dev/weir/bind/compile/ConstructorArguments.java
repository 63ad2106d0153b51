package dev.weir.bind.compile;

import dev.weir.bind.model.Accessor;
import dev.weir.bind.model.Construction;
import dev.weir.bind.model.Property;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stands for an object while it is read whose constructor wants its values: keeps them until all are known. */
final class ConstructorArguments {
    /** No property was found in the document; not the same as null. */
    private static final Object NOTHING = new Object();

    private final Construction construction;
    private final @Nullable Object[] values;

    ConstructorArguments(Construction construction, int properties) {
        this.construction = construction;
        this.values = new @Nullable Object[properties];
        Arrays.fill(values, NOTHING);
    }

    @Nullable Object get(int place) {
        Object value = values[place];
        return value == NOTHING ? null : value;
    }

    void set(int place, @Nullable Object value) {
        values[place] = value;
    }

    /** The object: its constructor gets its parameters, and the members what else there is. */
    Object made(BeanCodec codec) {
        Constructor<?> constructor = construction.constructor();
        Class<?>[] types = constructor.getParameterTypes();
        int[] places = construction.places();
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Object value = null;
            if (places[i] >= 0) {
                value = get(places[i]);
                values[places[i]] = NOTHING;
            }
            arguments[i] =
                    value == null && types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : value;
        }
        Object made;
        try {
            MemberHandles.open(constructor, constructor.getDeclaringClass());
            made = constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(constructor + " has failed", thrown.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(constructor + " cannot be called", impossible);
        }
        List<Property> properties = codec.bound().properties();
        for (int i = 0; i < properties.size(); i++) {
            Accessor accessor = properties.get(i).accessor();
            Object value = values[accessor.place()];
            if (value != NOTHING) {
                codec.set(made, i, value);
            }
        }
        return made;
    }
}
