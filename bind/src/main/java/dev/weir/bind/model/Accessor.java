package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * How a property is reached: a field, or a getter and a setter of which one may be missing; of a record both the field and
 * the method.
 *
 * @param place among the values that are kept until there is an object, where the class has a {@link Construction}; else -1
 */
public record Accessor(
        Class<?> declaring,
        @Nullable Field field,
        @Nullable Method getter,
        @Nullable Method setter,
        int place) {
    /** For messages. */
    @Override
    public String toString() {
        String member = field != null ? field.getName() : getter != null ? getter.getName() + "()" : setterName();
        return declaring.getName() + "." + member;
    }

    private String setterName() {
        return setter == null ? "?" : setter.getName() + "()";
    }
}
