package dev.weir.bind.interpret;

import dev.weir.bind.context.ConstructorArguments;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.model.Accessor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A member of bound objects, accessed by reflection. Exceptions of its methods are thrown unchanged, as with method
 * handles.
 */
final class ReflectedMember {
    private final @Nullable Field field;
    private final @Nullable Method getter;
    private final @Nullable Method setter;

    /** The index in {@link ConstructorArguments}; -1 if the class does not use them. */
    private final int place;

    private final boolean isComponent;

    ReflectedMember(Accessor accessor) {
        place = accessor.place();
        isComponent = accessor.declaring().isRecord();
        field = isComponent ? null : accessor.field();
        getter = field == null ? accessor.getter() : null;
        setter = field == null ? accessor.setter() : null;
        if (field != null) {
            ReflectiveAccess.open(field, accessor.declaring());
        }
        if (getter != null) {
            ReflectiveAccess.open(getter, accessor.declaring());
        }
        if (setter != null) {
            ReflectiveAccess.open(setter, accessor.declaring());
        }
    }

    boolean isSettable() {
        return field != null || setter != null || isComponent;
    }

    /** Null also for a write-only member. */
    @Nullable Object get(Object bean) {
        if (place >= 0 && bean instanceof ConstructorArguments draft) {
            return draft.get(place);
        }
        try {
            if (field != null) {
                return field.get(bean);
            }
            return getter == null ? null : getter.invoke(bean);
        } catch (InvocationTargetException thrown) {
            throw ReflectiveAccess.<RuntimeException>cause(thrown);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void set(Object bean, @Nullable Object value) {
        if (place >= 0 && bean instanceof ConstructorArguments draft) {
            draft.set(place, value);
            return;
        }
        try {
            if (field != null) {
                field.set(bean, value);
            } else if (setter != null) {
                setter.invoke(bean, value);
            }
        } catch (InvocationTargetException thrown) {
            throw ReflectiveAccess.<RuntimeException>cause(thrown);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
