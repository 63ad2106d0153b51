package dev.weir.bind.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The annotations of a class and of what it declares, and what can be told about it on the way to them. */
abstract class MarkedClass {
    static final String LOCATION = "XmlLocation";

    private final Class<?> type;
    private final Field[] fields;

    MarkedClass(Class<?> type) {
        this.type = type;
        this.fields = type.getDeclaredFields();
    }

    final Class<?> type() {
        return type;
    }

    /** As they are declared. */
    final Field[] fields() {
        return fields;
    }

    /** Those of the class itself; none are inherited. */
    abstract Marks marks();

    abstract Marks of(Field field);

    abstract Marks of(Method method);

    /** False where no method has annotations about binding. */
    abstract boolean mayMarkMethods();

    /** False where no method has this name. */
    abstract boolean mayDeclare(String method);

    /** Whether there is known to be a constructor without parameters. */
    abstract boolean hasPlainConstructor();
}
