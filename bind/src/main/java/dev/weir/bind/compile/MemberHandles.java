package dev.weir.bind.compile;

import dev.weir.bind.context.ConstructorArguments;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.model.Accessor;
import dev.weir.bind.model.BoundClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of bound classes as method handles. As constants of generated code, they are as fast as direct access,
 * and reach private and final members on class path and module path alike, whatever the class loader.
 */
final class MemberHandles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** Handles for {@link ConstructorArguments}, initialised only when a compiled codec needs them. */
    private static final class OfDrafts {
        static final MethodHandle IS_DRAFT;
        static final MethodHandle GET;
        static final MethodHandle SET;

        static {
            try {
                IS_DRAFT = LOOKUP.findVirtual(
                                Class.class, "isInstance", MethodType.methodType(boolean.class, Object.class))
                        .bindTo(ConstructorArguments.class);
                GET = LOOKUP.findVirtual(
                        ConstructorArguments.class, "get", MethodType.methodType(Object.class, int.class));
                SET = LOOKUP.findVirtual(
                        ConstructorArguments.class, "set", MethodType.methodType(void.class, int.class, Object.class));
            } catch (ReflectiveOperationException impossible) {
                throw new ExceptionInInitializerError(impossible);
            }
        }
    }

    private MemberHandles() {}

    /**
     * A member of a class whose values may still be in {@link ConstructorArguments}, which are accessed instead then.
     */
    private static MethodHandle drafted(Accessor accessor, MethodHandle member, boolean get) {
        if (accessor.place() < 0) {
            return member;
        }
        MethodHandle kept = MethodHandles.insertArguments(get ? OfDrafts.GET : OfDrafts.SET, 1, accessor.place());
        return MethodHandles.guardWithTest(OfDrafts.IS_DRAFT, kept.asType(member.type()), member);
    }

    /** A handle (Object)value, where value is a primitive or an Object; null for a write-only property. */
    static @Nullable MethodHandle getter(Accessor accessor, boolean boxed) {
        try {
            MethodHandle handle;
            Field field = accessor.declaring().isRecord() ? null : accessor.field();
            Method getter = accessor.getter();
            if (field != null) {
                ReflectiveAccess.open(field, accessor.declaring());
                handle = LOOKUP.unreflectGetter(field);
            } else if (getter != null) {
                ReflectiveAccess.open(getter, accessor.declaring());
                handle = LOOKUP.unreflect(getter);
            } else {
                return null;
            }
            Class<?> type = handle.type().returnType();
            MethodType wanted = MethodType.methodType(type.isPrimitive() && !boxed ? type : Object.class, Object.class);
            return drafted(accessor, handle.asType(wanted), true);
        } catch (IllegalAccessException impossible) {
            throw ReflectiveAccess.inaccessible(accessor.declaring(), impossible);
        }
    }

    /** A handle (Object, value)void; null for a read-only property. */
    static @Nullable MethodHandle setter(Accessor accessor, boolean boxed) {
        try {
            MethodHandle handle;
            Field field = accessor.field();
            Method setter = accessor.setter();
            if (accessor.declaring().isRecord()) {
                MethodHandle draft = MethodHandles.insertArguments(OfDrafts.SET, 1, accessor.place());
                Class<?> type = Objects.requireNonNull(field, "a component").getType();
                return draft.asType(MethodType.methodType(
                        void.class, Object.class, type.isPrimitive() && !boxed ? type : Object.class));
            } else if (field != null) {
                ReflectiveAccess.open(field, accessor.declaring());
                handle = LOOKUP.unreflectSetter(field);
            } else if (setter != null) {
                ReflectiveAccess.open(setter, accessor.declaring());
                handle = LOOKUP.unreflect(setter);
            } else {
                return null;
            }
            Class<?> type = handle.type().parameterType(1);
            MethodType wanted =
                    MethodType.methodType(void.class, Object.class, type.isPrimitive() && !boxed ? type : Object.class);
            return drafted(accessor, handle.asType(wanted), false);
        } catch (IllegalAccessException impossible) {
            throw ReflectiveAccess.inaccessible(accessor.declaring(), impossible);
        }
    }

    /** A handle ()Object; null for an abstract class. */
    static @Nullable MethodHandle creator(BoundClass bound) {
        Executable creator = bound.creator();
        if (creator == null) {
            return null;
        }
        try {
            MethodHandle handle;
            if (creator instanceof Constructor<?> constructor) {
                ReflectiveAccess.open(constructor, bound.type());
                handle = LOOKUP.unreflectConstructor(constructor);
            } else {
                Method method = (Method) creator;
                ReflectiveAccess.open(method, method.getDeclaringClass());
                handle = LOOKUP.unreflect(method);
            }
            return handle.asType(MethodType.methodType(Object.class));
        } catch (IllegalAccessException impossible) {
            throw ReflectiveAccess.inaccessible(bound.type(), impossible);
        }
    }
}
