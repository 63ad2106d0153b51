package dev.weir.bind.compile;

import dev.weir.bind.model.Accessor;
import dev.weir.bind.model.BoundClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The members of bound classes as method handles. Constants of generated code, they cost what a direct access would, and
 * reach private and final members on class path and module path alike, whatever class loader the class is from.
 */
final class Members {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private Members() {}

    /** (Object)value, the value a primitive or an Object; null where the property can only be written. */
    static @Nullable MethodHandle getter(Accessor accessor, boolean boxed) {
        try {
            MethodHandle handle;
            Field field = accessor.field();
            Method getter = accessor.getter();
            if (field != null) {
                open(field, accessor.declaring());
                handle = LOOKUP.unreflectGetter(field);
            } else if (getter != null) {
                open(getter, accessor.declaring());
                handle = LOOKUP.unreflect(getter);
            } else {
                return null;
            }
            Class<?> type = handle.type().returnType();
            return handle.asType(
                    MethodType.methodType(type.isPrimitive() && !boxed ? type : Object.class, Object.class));
        } catch (IllegalAccessException impossible) {
            throw inaccessible(accessor.declaring(), impossible);
        }
    }

    /** (Object, value)void; null where the property can only be read. */
    static @Nullable MethodHandle setter(Accessor accessor, boolean boxed) {
        try {
            MethodHandle handle;
            Field field = accessor.field();
            Method setter = accessor.setter();
            if (field != null) {
                open(field, accessor.declaring());
                handle = LOOKUP.unreflectSetter(field);
            } else if (setter != null) {
                open(setter, accessor.declaring());
                handle = LOOKUP.unreflect(setter);
            } else {
                return null;
            }
            Class<?> type = handle.type().parameterType(1);
            return handle.asType(MethodType.methodType(
                    void.class, Object.class, type.isPrimitive() && !boxed ? type : Object.class));
        } catch (IllegalAccessException impossible) {
            throw inaccessible(accessor.declaring(), impossible);
        }
    }

    /** ()Object; null for an abstract class. */
    static @Nullable MethodHandle creator(BoundClass bound) {
        Executable creator = bound.creator();
        if (creator == null) {
            return null;
        }
        try {
            MethodHandle handle;
            if (creator instanceof Constructor<?> constructor) {
                open(constructor, bound.type());
                handle = LOOKUP.unreflectConstructor(constructor);
            } else {
                Method method = (Method) creator;
                open(method, method.getDeclaringClass());
                handle = LOOKUP.unreflect(method);
            }
            return handle.asType(MethodType.methodType(Object.class));
        } catch (IllegalAccessException impossible) {
            throw inaccessible(bound.type(), impossible);
        }
    }

    static void open(AccessibleObject member, Class<?> declaring) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
            throw inaccessible(declaring, closed);
        }
    }

    private static IllegalStateException inaccessible(Class<?> declaring, Exception why) {
        return new IllegalStateException(
                "the module " + declaring.getModule().getName() + " must open the package "
                        + declaring.getPackageName() + " to jakarta.xml.bind or to dev.weir.bind, so that "
                        + declaring.getName() + " can be bound",
                why);
    }
}
