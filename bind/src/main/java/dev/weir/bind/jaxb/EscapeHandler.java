package dev.weir.bind.jaxb;

import dev.weir.bind.event.MarkupTarget;
import jakarta.xml.bind.PropertyException;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Adapts a CharacterEscapeHandler of any version of the reference implementation; the interface need not be on the
 * class path.
 */
final class EscapeHandler implements MarkupTarget.Escape {
    private final Object handler;
    private final Method method;

    private EscapeHandler(Object handler, Method method) {
        this.handler = handler;
        this.method = method;
    }

    static EscapeHandler of(String property, Object handler) throws PropertyException {
        try {
            Method method = handler.getClass()
                    .getMethod("escape", char[].class, int.class, int.class, boolean.class, Writer.class);
            method.setAccessible(true);
            return new EscapeHandler(handler, method);
        } catch (NoSuchMethodException | RuntimeException unusable) {
            throw new PropertyException(
                    property + " must have a method escape(char[], int, int, boolean, Writer) that can be called: "
                            + handler.getClass().getName(),
                    unusable);
        }
    }

    @Override
    public void escape(char[] characters, int start, int length, boolean isAttribute, Writer out) throws IOException {
        try {
            method.invoke(handler, characters, start, length, isAttribute, out);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof IOException failed) {
                throw failed;
            }
            if (thrown.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException(handler.getClass().getName() + " has failed", thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
