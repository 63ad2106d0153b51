package dev.weir.bind.model;

import java.lang.reflect.Method;
import java.util.List;

/** The annotations of a class and of its members, with facts about the class that are available without reflection. */
abstract class AnnotatedClass {
    private final Class<?> type;

    AnnotatedClass(Class<?> type) {
        this.type = type;
    }

    final Class<?> type() {
        return type;
    }

    /** The annotations of the class itself, without inherited ones. */
    abstract AnnotationSet marks();

    /** The fields in declaration order. */
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

    /** False if no method has binding annotations. */
    abstract boolean mayMarkMethods();

    /** False if no method has the name of a callback, such as beforeUnmarshal. */
    abstract boolean mayHaveCallbacks();

    /** False if no field is annotated to receive the location in the document. */
    abstract boolean mayHaveLocation();

    /** Whether the class is known to have a constructor without parameters. */
    abstract boolean hasPlainConstructor();
}
