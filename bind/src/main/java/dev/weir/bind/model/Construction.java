package dev.weir.bind.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How objects are created by a constructor that takes their values: a record's, or the only constructor of a class,
 * whose parameters have the names of properties. Such a class extends no bound class.
 */
public final class Construction {
    private static final String NAMES = "java.beans.ConstructorProperties";

    private final Constructor<?> constructor;
    private final List<String> names;

    /** By parameter, the index of its property; complete once the properties were read. */
    private final int[] places;

    private Construction(Constructor<?> constructor, List<String> names) {
        this.constructor = constructor;
        this.names = names;
        this.places = new int[names.size()];
    }

    /** Null for a class that has a constructor without parameters, or whose parameter names are unknown. */
    static @Nullable Construction of(Class<?> type) {
        if (type.isRecord()) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            List<String> names = new ArrayList<>();
            for (RecordComponent component : components) {
                types[names.size()] = component.getType();
                names.add(component.getName());
            }
            try {
                return new Construction(type.getDeclaredConstructor(types), names);
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException("a record must have its canonical constructor: " + type, impossible);
            }
        }
        Constructor<?>[] all = type.getDeclaredConstructors();
        boolean plain = Modifier.isAbstract(type.getModifiers()) || type.isEnum() || type.isInterface();
        if (plain || all.length != 1 || all[0].getParameterCount() == 0) {
            return null;
        }
        List<String> names = names(all[0]);
        return names == null ? null : new Construction(all[0], names);
    }

    private static @Nullable List<String> names(Constructor<?> constructor) {
        for (Annotation annotation : constructor.getDeclaredAnnotations()) {
            // Compared by name: the module of the annotation class may be missing.
            if (annotation.annotationType().getName().equals(NAMES)) {
                try {
                    String[] value = (String[])
                            annotation.annotationType().getMethod("value").invoke(annotation);
                    return value.length == constructor.getParameterCount() ? List.of(value) : null;
                } catch (ReflectiveOperationException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
        List<String> names = new ArrayList<>();
        for (Parameter parameter : constructor.getParameters()) {
            if (!parameter.isNamePresent()) {
                return null;
            }
            names.add(parameter.getName());
        }
        return names;
    }

    /** Maps parameters to properties, once the properties are known. */
    void resolve(BoundClass bound, ModelReader reader) {
        for (int i = 0; i < places.length; i++) {
            places[i] = -1;
            for (Property property : bound.own) {
                if (property.name().equals(names.get(i))) {
                    places[i] = property.accessor().place();
                    Class<?> wanted = constructor.getParameterTypes()[i];
                    if (property.rawType() != wanted) {
                        reader.problem(
                                bound,
                                "has a constructor whose parameter " + names.get(i) + " is of another type than the"
                                        + " property");
                    }
                }
            }
            if (places[i] < 0 && !bound.type().isRecord()) {
                reader.problem(bound, "has a constructor whose parameter " + names.get(i) + " is no property");
            }
        }
        for (Property property : bound.own) {
            boolean refers = isReference(property.content());
            for (ElementUse use : property.elements()) {
                refers |= isReference(use.content());
            }
            if (refers) {
                reader.problem(
                        property.accessor(),
                        "refers to other objects (XmlIDREF), which are known only when the document has ended; an object"
                                + " that is made by a constructor with parameters cannot wait for them");
            }
        }
        if (bound.base != null) {
            reader.problem(
                    bound,
                    "must have a constructor without parameters, or name a factoryMethod by XmlType, as it extends "
                            + bound.base);
        }
    }

    private static boolean isReference(@Nullable Content content) {
        return content instanceof Content.Reference
                || content instanceof Content.Items items && items.item() instanceof Content.Reference;
    }

    public Constructor<?> constructor() {
        return constructor;
    }

    /** By parameter: the index of its value, or -1 if there is none (a component with XmlTransient). */
    public int[] places() {
        return places.clone();
    }
}
