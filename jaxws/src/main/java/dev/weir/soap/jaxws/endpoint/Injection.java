package dev.weir.soap.jaxws.endpoint;

import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.xml.ws.WebServiceContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Gives an implementation its context, and calls its lifecycle methods (section 5.3 of the specification). */
final class Injection {
    private Injection() {}

    /** @param managed true where another container sees to the lifecycle methods and to resources of other types */
    static void inject(Object implementor, WebServiceContext context, boolean managed) {
        try {
            for (Class<?> c = implementor.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (field.isAnnotationPresent(Resource.class)
                            && wantsContext(field.getType(), field.getAnnotation(Resource.class), field, managed)) {
                        ReflectiveAccess.open(field, c);
                        field.set(implementor, context);
                    }
                }
                for (Method method : c.getDeclaredMethods()) {
                    if (method.isAnnotationPresent(Resource.class)
                            && method.getParameterCount() == 1
                            && wantsContext(
                                    method.getParameterTypes()[0],
                                    method.getAnnotation(Resource.class),
                                    method,
                                    managed)) {
                        ReflectiveAccess.open(method, c);
                        method.invoke(implementor, context);
                    }
                }
            }
        } catch (InvocationTargetException e) {
            throw ReflectiveAccess.<RuntimeException>cause(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        if (!managed) {
            call(implementor, PostConstruct.class);
        }
    }

    private static boolean wantsContext(Class<?> declared, Resource mark, Object where, boolean managed) {
        Class<?> type = mark.type() == Object.class ? declared : mark.type();
        if (type != WebServiceContext.class) {
            if (managed) {
                return false;
            }
            throw new InterfaceException(
                    where + ": Resource can be a jakarta.xml.ws.WebServiceContext only, not a " + type.getName());
        }
        return true;
    }

    static void destroy(Object implementor) {
        call(implementor, PreDestroy.class);
    }

    private static void call(Object implementor, Class<? extends Annotation> mark) {
        for (Class<?> c = implementor.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.isAnnotationPresent(mark) && method.getParameterCount() == 0) {
                    try {
                        ReflectiveAccess.open(method, c);
                        method.invoke(implementor);
                    } catch (InvocationTargetException e) {
                        throw ReflectiveAccess.<RuntimeException>cause(e);
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
    }
}
