package dev.weir.bind.context;

import dev.weir.bind.model.Construction;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The property values of one object whose constructor takes them, collected until all have been read. Codecs read into
 * it as they would into the object: the accessors of such a class accept both. For one thread.
 */
public final class ConstructorArguments {
    /** Marks a property that the document does not contain, as distinct from one whose value is null. */
    private static final Object ABSENT = new Object();

    private final Construction construction;
    private final @Nullable Object[] values;

    public ConstructorArguments(Construction construction, int properties) {
        this.construction = construction;
        this.values = new @Nullable Object[properties];
        Arrays.fill(values, ABSENT);
    }

    public @Nullable Object get(int place) {
        Object value = values[place];
        return value == ABSENT ? null : value;
    }

    public void set(int place, @Nullable Object value) {
        values[place] = value;
    }

    public boolean isPresent(int place) {
        return values[place] != ABSENT;
    }

    /** Calls the constructor and marks its arguments absent; values still present have to be set on the new object. */
    public Object newInstance() {
        Constructor<?> constructor = construction.constructor();
        Class<?>[] types = constructor.getParameterTypes();
        int[] places = construction.places();
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Object value = null;
            if (places[i] >= 0) {
                value = get(places[i]);
                values[places[i]] = ABSENT;
            }
            arguments[i] =
                    value == null && types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : value;
        }
        try {
            ReflectiveAccess.open(constructor, constructor.getDeclaringClass());
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(constructor + " has failed", thrown.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(constructor + " cannot be called", impossible);
        }
    }
}
