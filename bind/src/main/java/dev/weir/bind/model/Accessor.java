package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * How a property is reached: a field, or a getter and a setter of which one may be missing; of a record both the field and
 * the method.
 *
 * @param fieldName null for none
 * @param place among the values that are kept until there is an object, where the class has a {@link Construction}; else -1
 */
public record Accessor(
        Class<?> declaring,
        @Nullable String fieldName,
        @Nullable Method getter,
        @Nullable Method setter,
        int place) {
    public boolean hasField() {
        return fieldName != null;
    }

    /**
     * The field, null for none; looked up when it is asked for, as most contexts have classes that no document needs.
     *
     * @throws IllegalStateException if the class has no such field, having been read from a file that is not its own
     */
    public @Nullable Field field() {
        return fieldName == null ? null : AnnotatedField.find(declaring, fieldName);
    }

    /** For messages. */
    @Override
    public String toString() {
        String member = fieldName != null ? fieldName : getter != null ? getter.getName() + "()" : setterName();
        return declaring.getName() + "." + member;
    }

    private String setterName() {
        return setter == null ? "?" : setter.getName() + "()";
    }
}
