package dev.weir.bind.model;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolution of generic types, for reading a class. */
final class GenericTypes {
    private GenericTypes() {}

    static Class<?> erasure(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return erasure(parameterized.getRawType());
        }
        return erasureOfOther(type);
    }

    private static Class<?> erasureOfOther(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return erasure(variable.getBounds()[0]);
        }
        if (type instanceof WildcardType wildcard) {
            return erasure(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return erasure(array.getGenericComponentType()).arrayType();
        }
        return Object.class;
    }

    /** The type argument for a parameter of a generic supertype, as seen from a type; Object if it is not specified. */
    static Type argument(Type type, Class<?> generic, int index) {
        if (type instanceof Parameterized read && read.raw() == usual(generic)) {
            return read.arguments().get(index);
        }
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() == usual(generic)) {
            return parameterized.getActualTypeArguments()[index];
        }
        Type found = supertype(type, generic, Map.of());
        return found instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[index]
                : Object.class;
    }

    /**
     * The type of nearly all such properties, with the same type parameters, for which no supertypes need be searched.
     */
    private static Class<?> usual(Class<?> generic) {
        return generic == Collection.class ? List.class : generic;
    }

    private static @Nullable Type supertype(Type type, Class<?> wanted, Map<TypeVariable<?>, Type> known) {
        Class<?> raw = erasure(type);
        Map<TypeVariable<?>, Type> here = new HashMap<>();
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                here.put(raw.getTypeParameters()[i], resolve(arguments[i], known));
            }
        }
        if (raw == wanted) {
            return type instanceof ParameterizedType ? resolved(raw, here) : type;
        }
        for (Type implemented : raw.getGenericInterfaces()) {
            Type found = supertype(implemented, wanted, here);
            if (found != null) {
                return found;
            }
        }
        Type extended = raw.getGenericSuperclass();
        return extended == null ? null : supertype(extended, wanted, here);
    }

    private static Type resolve(Type type, Map<TypeVariable<?>, Type> known) {
        Type resolved = type instanceof TypeVariable<?> variable ? known.get(variable) : null;
        return resolved == null ? type : resolved;
    }

    private static Type resolved(Class<?> raw, Map<TypeVariable<?>, Type> known) {
        List<Type> arguments = new ArrayList<>();
        for (TypeVariable<?> parameter : raw.getTypeParameters()) {
            arguments.add(known.getOrDefault(parameter, Object.class));
        }
        return new Parameterized(raw, arguments);
    }

    /** A generic class with its type arguments. */
    record Parameterized(Class<?> raw, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(new Type[0]);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }
    }
}
