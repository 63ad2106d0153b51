package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The annotations of one property, wherever they stand: on a field, on a getter, on a setter. */
final class Annotations {
    private static final String OURS = "jakarta.xml.bind.annotation.";

    /** Those that have some: a context asks each of its properties for a dozen, and most have none at all. */
    private final List<AnnotatedElement> annotated = new ArrayList<>(1);

    Annotations(List<? extends AnnotatedElement> places) {
        for (AnnotatedElement place : places) {
            if (place.getDeclaredAnnotations().length > 0) {
                annotated.add(place);
            }
        }
    }

    <A extends Annotation> @Nullable A get(Class<A> type) {
        for (int i = 0; i < annotated.size(); i++) {
            A found = annotated.get(i).getAnnotation(type);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    boolean has(Class<? extends Annotation> type) {
        return get(type) != null;
    }

    /** Whether a member is to hold the place in the document: an annotation of the reference implementation, which need not be here. */
    static boolean isLocation(AnnotatedElement place) {
        for (Annotation annotation : place.getDeclaredAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("XmlLocation")) {
                return true;
            }
        }
        return false;
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
