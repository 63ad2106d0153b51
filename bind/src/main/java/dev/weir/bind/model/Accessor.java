package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * How a property is accessed: by a field, or by a getter and a setter, one of which may be missing; for a record
 * component, by both the field and the accessor method.
 *
 * @param fieldName null for none
 * @param place index among the values collected before the object exists, if the class has a {@link Construction}; else
 *     -1
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
     * The field, null for none. Looked up on demand: in most contexts, many classes never occur in a document.
     *
     * @throws IllegalStateException if the class has no such field, having been read from a file that is not its own
     */
    public @Nullable Field field() {
        return fieldName == null ? null : AnnotatedField.find(declaring, fieldName);
    }

    /** Formatted for messages. */
    @Override
    public String toString() {
        String member = fieldName != null ? fieldName : getter != null ? getter.getName() + "()" : setterName();
        return declaring.getName() + "." + member;
    }

    private String setterName() {
        return setter == null ? "?" : setter.getName() + "()";
    }
}
