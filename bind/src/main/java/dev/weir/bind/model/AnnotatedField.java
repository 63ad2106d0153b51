package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A field as it is declared, and what is said of it. */
final class AnnotatedField {
    private static final int SYNTHETIC = 0x1000;

    private final Class<?> declaring;
    private final String name;
    private final int modifiers;
    private final AnnotationSet marks;

    /** Null for reflection. */
    private final @Nullable ClassFile file;

    /** The constants of the file that are the field's descriptor and its signature, 0 for none. */
    private final int descriptor;

    private final int signature;

    /** By reflection. */
    AnnotatedField(Field field, AnnotationSet marks) {
        this(field.getDeclaringClass(), field.getName(), field.getModifiers(), marks, null, 0, 0);
    }

    /** In a file. */
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

    /** Neither static nor, if nothing is said of it, transient. */
    boolean isState() {
        return !Modifier.isStatic(modifiers) && !(Modifier.isTransient(modifiers) && !marks.bind());
    }

    /** The field's generic type. A malformed or unresolvable type raises the same exception as Field.getGenericType(). */
    Type type() {
        Type told = file == null ? null : file.type(signature == 0 ? descriptor : signature);
        return told == null ? field().getGenericType() : told;
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
