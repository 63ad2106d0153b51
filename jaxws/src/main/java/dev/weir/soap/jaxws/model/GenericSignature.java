package dev.weir.soap.jaxws.model;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** Java types as class files write them (JVMS 17, section 4.7.9.1). */
final class GenericSignature {
    private GenericSignature() {}

    /** A type variable is written as its bound. */
    static String of(Type type) {
        StringBuilder text = new StringBuilder();
        append(type, text);
        return text.toString();
    }

    private static void append(Type type, StringBuilder to) {
        if (type instanceof ParameterizedType generic) {
            String raw = ((Class<?>) generic.getRawType()).descriptorString();
            to.append(raw, 0, raw.length() - 1).append('<');
            for (Type argument : generic.getActualTypeArguments()) {
                argument(argument, to);
            }
            to.append(">;");
        } else if (type instanceof GenericArrayType array) {
            to.append('[');
            append(array.getGenericComponentType(), to);
        } else {
            to.append(erasure(type).descriptorString());
        }
    }

    private static void argument(Type argument, StringBuilder to) {
        if (argument instanceof WildcardType wildcard) {
            if (wildcard.getLowerBounds().length > 0) {
                to.append('-');
                append(wildcard.getLowerBounds()[0], to);
            } else {
                to.append('+');
                append(wildcard.getUpperBounds()[0], to);
            }
        } else {
            append(argument, to);
        }
    }

    static Class<?> erasure(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof GenericArrayType array) {
            return Array.newInstance(erasure(array.getGenericComponentType()), 0)
                    .getClass();
        } else if (type instanceof TypeVariable<?> variable) {
            return erasure(variable.getBounds()[0]);
        }
        return erasure(((WildcardType) type).getUpperBounds()[0]);
    }
}
