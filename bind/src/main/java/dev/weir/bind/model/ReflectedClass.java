package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Annotations by reflection, which has them of every class. */
final class ReflectedClass extends MarkedClass {
    private final Marks marks;

    ReflectedClass(Class<?> type) {
        super(type);
        marks = of((AnnotatedElement) type);
    }

    @Override
    Marks marks() {
        return marks;
    }

    @Override
    Marks of(Field field) {
        return of((AnnotatedElement) field);
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
    boolean mayDeclare(String method) {
        return true;
    }

    @Override
    boolean hasPlainConstructor() {
        return false;
    }

    private Marks of(AnnotatedElement place) {
        List<Mark> found = new ArrayList<>(2);
        for (Annotation annotation : place.getDeclaredAnnotations()) {
            Class<?> said = annotation.annotationType();
            if (Mark.isOfSpecification(said.getName())) {
                found.add(mark(annotation));
            } else if (said.getSimpleName().equals(LOCATION)) {
                found.add(new Mark(LOCATION, false, Map.of(), type()));
            }
        }
        return found.isEmpty() ? Marks.NONE : new Marks(found);
    }

    private Mark mark(Annotation annotation) {
        Map<String, Object> values = new HashMap<>();
        for (Method element : annotation.annotationType().getDeclaredMethods()) {
            try {
                values.put(element.getName(), value(element.invoke(annotation)));
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof RuntimeException cause) {
                    throw cause; // a class that it names is not there
                }
                throw new IllegalStateException(thrown);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return new Mark(annotation.annotationType().getSimpleName(), true, values, type());
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
            return mark(inner);
        }
        return said instanceof Enum<?> constant ? constant.name() : said;
    }
}
