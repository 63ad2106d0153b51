package dev.weir.bind.context;

import dev.weir.bind.model.BoundClass;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;

/** Opens members of bound classes to reflection, and creates instances reflectively. */
public final class ReflectiveAccess {
    private ReflectiveAccess() {}

    /**
     * Makes a member accessible. If its module forbids it, the IllegalStateException names the package to be opened.
     */
    public static void open(AccessibleObject member, Class<?> declaring) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
            throw inaccessible(declaring, closed);
        }
    }

    public static IllegalStateException inaccessible(Class<?> declaring, Exception why) {
        return new IllegalStateException(
                "the module " + declaring.getModule().getName() + " must open the package "
                        + declaring.getPackageName() + " to jakarta.xml.bind or to dev.weir.bind, so that "
                        + declaring.getName() + " can be bound",
                why);
    }

    /** Creates an instance of a class that is not abstract. Exceptions of the constructor are thrown unchanged. */
    public static Object newInstance(BoundClass bound) {
        Executable creator = bound.creator();
        try {
            if (creator instanceof Constructor<?> constructor) {
                open(constructor, bound.type());
                return constructor.newInstance();
            } else if (creator instanceof Method method) {
                open(method, method.getDeclaringClass());
                return method.invoke(null);
            }
        } catch (InvocationTargetException thrown) {
            throw ReflectiveAccess.<RuntimeException>cause(thrown);
        } catch (IllegalAccessException | InstantiationException impossible) {
            throw new IllegalStateException(impossible);
        }
        throw new IllegalStateException("there is no constructor or factory method of " + bound);
    }

    /** Throws the cause, including checked exceptions, without declaring it. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public static <E extends Throwable> RuntimeException cause(InvocationTargetException thrown) throws E {
        throw (E) Objects.requireNonNull(thrown.getCause(), "a cause");
    }
}
