package dev.weir.bind.model;

import java.lang.reflect.Method;
import java.util.List;

/** The annotations of a class and of what it declares, and what can be told about it on the way to them. */
abstract class AnnotatedClass {
    private final Class<?> type;

    AnnotatedClass(Class<?> type) {
        this.type = type;
    }

    final Class<?> type() {
        return type;
    }

    /** Those of the class itself; none are inherited. */
    abstract AnnotationSet marks();

    /** As they are declared. */
    abstract List<AnnotatedField> fields();

    final AnnotationSet ofField(String name) {
        for (AnnotatedField field : fields()) {
            if (field.name().equals(name)) {
                return field.marks();
            }
        }
        return AnnotationSet.NONE;
    }

    abstract AnnotationSet of(Method method);

    /** False where no method has annotations about binding. */
    abstract boolean mayMarkMethods();

    /** False where no method has the name of a callback: beforeUnmarshal and the like. */
    abstract boolean mayHaveCallbacks();

    /** False where no field is marked as the place in the document. */
    abstract boolean mayHaveLocation();

    /** Whether there is known to be a constructor without parameters. */
    abstract boolean hasPlainConstructor();
}
