package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A declared field and its annotations. */
final class AnnotatedField {
    private static final int SYNTHETIC = 0x1000;

    private final Class<?> declaring;
    private final String name;
    private final int modifiers;
    private final AnnotationSet marks;

    /** The class file; null for a field read by reflection. */
    private final @Nullable ClassFile file;

    /** Constant pool indexes of the field's descriptor and its signature, 0 for none. */
    private final int descriptor;

    private final int signature;

    /** A field read by reflection. */
    AnnotatedField(Field field, AnnotationSet marks) {
        this(field.getDeclaringClass(), field.getName(), field.getModifiers(), marks, null, 0, 0);
    }

    /** A field read from a class file. */
    AnnotatedField(
            Class<?> declaring,
            String name,
            int modifiers,
            AnnotationSet marks,
            @Nullable ClassFile file,
            int descriptor,
            int signature) {
        this.declaring = declaring;
        this.name = name;
        this.modifiers = modifiers;
        this.marks = marks;
        this.file = file;
        this.descriptor = descriptor;
        this.signature = signature;
    }

    String name() {
        return name;
    }

    int modifiers() {
        return modifiers;
    }

    AnnotationSet marks() {
        return marks;
    }

    boolean isSynthetic() {
        return (modifiers & SYNTHETIC) != 0;
    }

    /** Whether the field is not static, and either annotated or not transient. */
    boolean isState() {
        return !Modifier.isStatic(modifiers) && !(Modifier.isTransient(modifiers) && !marks.bind());
    }

    /**
     * The field's generic type. A malformed or unresolvable type raises the same exception as Field.getGenericType().
     */
    Type type() {
        Type parsed = file == null ? null : file.type(signature == 0 ? descriptor : signature);
        return parsed == null ? field().getGenericType() : parsed;
    }

    Field field() {
        return find(declaring, name);
    }

    static Field find(Class<?> declaring, String name) {
        try {
            return declaring.getDeclaredField(name);
        } catch (NoSuchFieldException other) {
            throw ClassFile.foreign(declaring, "field " + name, other);
        }
    }
}
