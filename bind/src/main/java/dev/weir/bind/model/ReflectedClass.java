package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads annotations by reflection, which is available for every class. */
final class ReflectedClass extends AnnotatedClass {
    private final AnnotationSet marks;
    private @Nullable List<AnnotatedField> fields;

    private ReflectedClass(Class<?> type) {
        super(type);
        marks = of((AnnotatedElement) type);
    }

    /**
     * A method instead of {@code new} at the caller, where the JVM would load this class for verification even if
     * unused.
     */
    static AnnotatedClass of(Class<?> type) {
        return new ReflectedClass(type);
    }

    @Override
    AnnotationSet marks() {
        return marks;
    }

    @Override
    List<AnnotatedField> fields() {
        List<AnnotatedField> known = fields;
        if (known == null) {
            known = new ArrayList<>();
            for (Field field : type().getDeclaredFields()) {
                known.add(new AnnotatedField(field, of((AnnotatedElement) field)));
            }
            fields = known;
        }
        return known;
    }

    @Override
    AnnotationSet of(Method method) {
        return of((AnnotatedElement) method);
    }

    @Override
    boolean mayMarkMethods() {
        return true;
    }

    @Override
    boolean mayHaveCallbacks() {
        return true;
    }

    @Override
    boolean mayHaveLocation() {
        return true;
    }

    @Override
    boolean hasPlainConstructor() {
        return false;
    }

    private AnnotationSet of(AnnotatedElement place) {
        List<AnnotationInfo> found = new ArrayList<>(2);
        for (Annotation annotation : place.getDeclaredAnnotations()) {
            AnnotationKind kind = AnnotationKind.of(annotation.annotationType().descriptorString());
            if (kind != null) {
                found.add(mark(kind, annotation));
            }
        }
        return found.isEmpty() ? AnnotationSet.NONE : new AnnotationSet(found);
    }

    private AnnotationInfo mark(AnnotationKind kind, Annotation annotation) {
        List<Object> values = new ArrayList<>();
        for (Method element : annotation.annotationType().getDeclaredMethods()) {
            try {
                Object said = value(element.invoke(annotation));
                values.add(element.getName());
                values.add(said);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof RuntimeException cause) {
                    throw cause; // the annotation names a class that is missing
                }
                throw new IllegalStateException(thrown);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return new AnnotationInfo(kind, values.toArray(), type());
    }

    private Object value(Object said) {
        if (said instanceof Object[] array) {
            List<Object> values = new ArrayList<>();
            for (Object one : array) {
                values.add(value(one));
            }
            return values;
        }
        if (said instanceof Annotation inner) {
            AnnotationKind kind = AnnotationKind.of(inner.annotationType().descriptorString());
            return mark(kind == null ? AnnotationKind.OTHER : kind, inner);
        }
        return said instanceof Enum<?> constant ? constant.name() : said;
    }
}
