package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Annotations by reflection, which has them of every class. */
final class ReflectedClass extends MarkedClass {
    private final Marks marks;
    private @Nullable List<MarkedField> fields;

    private ReflectedClass(Class<?> type) {
        super(type);
        marks = of((AnnotatedElement) type);
    }

    /** The JVM would load this class to see whether {@code new} makes a MarkedClass, also where none is made. */
    static MarkedClass of(Class<?> type) {
        return new ReflectedClass(type);
    }

    @Override
    Marks marks() {
        return marks;
    }

    @Override
    List<MarkedField> fields() {
        List<MarkedField> known = fields;
        if (known == null) {
            known = new ArrayList<>();
            for (Field field : type().getDeclaredFields()) {
                known.add(new MarkedField(field, of((AnnotatedElement) field)));
            }
            fields = known;
        }
        return known;
    }

    @Override
    Marks of(Method method) {
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

    private Marks of(AnnotatedElement place) {
        List<Mark> found = new ArrayList<>(2);
        for (Annotation annotation : place.getDeclaredAnnotations()) {
            MarkKind kind = MarkKind.of(annotation.annotationType().descriptorString());
            if (kind != null) {
                found.add(mark(kind, annotation));
            }
        }
        return found.isEmpty() ? Marks.NONE : new Marks(found);
    }

    private Mark mark(MarkKind kind, Annotation annotation) {
        List<Object> values = new ArrayList<>();
        for (Method element : annotation.annotationType().getDeclaredMethods()) {
            try {
                Object said = value(element.invoke(annotation));
                values.add(element.getName());
                values.add(said);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof RuntimeException cause) {
                    throw cause; // a class that it names is not there
                }
                throw new IllegalStateException(thrown);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return new Mark(kind, values.toArray(), type());
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
            MarkKind kind = MarkKind.of(inner.annotationType().descriptorString());
            return mark(kind == null ? MarkKind.OTHER : kind, inner);
        }
        return said instanceof Enum<?> constant ? constant.name() : said;
    }
}
