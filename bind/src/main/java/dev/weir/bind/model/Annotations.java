package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The annotations of one property, wherever they stand: on a field, on a getter, on a setter. */
record Annotations(List<AnnotatedElement> places) {
    private static final String OURS = "jakarta.xml.bind.annotation.";

    <A extends Annotation> @Nullable A get(Class<A> type) {
        for (AnnotatedElement place : places) {
            A found = place.getAnnotation(type);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    boolean has(Class<? extends Annotation> type) {
        return get(type) != null;
    }

    /** Whether any of them is about binding. */
    static boolean bind(AnnotatedElement place) {
        for (Annotation annotation : place.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().startsWith(OURS)) {
                return true;
            }
        }
        return false;
    }
}
