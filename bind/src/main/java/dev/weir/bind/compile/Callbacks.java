package dev.weir.bind.compile;

import dev.weir.bind.model.BoundClass;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The methods by which a class wants to know that its objects are read or written. */
record Callbacks(
        @Nullable Method beforeUnmarshal,
        @Nullable Method afterUnmarshal,
        @Nullable Method beforeMarshal,
        @Nullable Method afterMarshal) {
    static @Nullable Callbacks of(BoundClass bound) {
        Callbacks found = new Callbacks(
                open(bound.beforeUnmarshal()),
                open(bound.afterUnmarshal()),
                open(bound.beforeMarshal()),
                open(bound.afterMarshal()));
        boolean none = found.beforeUnmarshal == null
                && found.afterUnmarshal == null
                && found.beforeMarshal == null
                && found.afterMarshal == null;
        return none ? null : found;
    }

    private static @Nullable Method open(@Nullable Method method) {
        if (method != null) {
            method.setAccessible(true);
        }
        return method;
    }

    static void call(@Nullable Method method, Object bean, @Nullable Object... arguments) {
        if (method == null) {
            return;
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(method + " has failed", thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
