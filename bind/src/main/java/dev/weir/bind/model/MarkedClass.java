package dev.weir.bind.model;

import java.lang.reflect.Method;
import java.util.List;

/** The annotations of a class and of what it declares, and what can be told about it on the way to them. */
abstract class MarkedClass {
    private final Class<?> type;

    MarkedClass(Class<?> type) {
        this.type = type;
    }

    final Class<?> type() {
        return type;
    }

    /** Those of the class itself; none are inherited. */
    abstract Marks marks();

    /** As they are declared. */
    abstract List<MarkedField> fields();

    final Marks ofField(String name) {
        for (MarkedField field : fields()) {
            if (field.name().equals(name)) {
                return field.marks();
            }
        }
        return Marks.NONE;
    }

    abstract Marks of(Method method);

    /** False where no method has annotations about binding. */
    abstract boolean mayMarkMethods();

    /** False where no method has the name of a callback: beforeUnmarshal and the like. */
    abstract boolean mayHaveCallbacks();

    /** False where no field is marked as the place in the document. */
    abstract boolean mayHaveLocation();

    /** Whether there is known to be a constructor without parameters. */
    abstract boolean hasPlainConstructor();
}
