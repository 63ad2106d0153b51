package dev.weir.bind.context;

import dev.weir.bind.model.BoundClass;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xml.sax.helpers.LocatorImpl;

/**
 * The unmarshal and marshal callback methods of a class, and the field that stores the location of an object's element.
 */
record Callbacks(
        @Nullable Method beforeUnmarshal,
        @Nullable Method afterUnmarshal,
        @Nullable Method beforeMarshal,
        @Nullable Method afterMarshal,
        @Nullable Field location) {
    public static @Nullable Callbacks of(BoundClass bound) {
        Callbacks found = new Callbacks(
                open(bound.beforeUnmarshal()),
                open(bound.afterUnmarshal()),
                open(bound.beforeMarshal()),
                open(bound.afterMarshal()),
                open(bound.location()));
        boolean none = found.beforeUnmarshal == null
                && found.afterUnmarshal == null
                && found.beforeMarshal == null
                && found.afterMarshal == null
                && found.location == null;
        return none ? null : found;
    }

    private static <M extends AccessibleObject> @Nullable M open(@Nullable M member) {
        if (member != null) {
            member.setAccessible(true);
        }
        return member;
    }

    /**
     * Stores the location of the element in the object's location field: the position after the start tag, as in SAX.
     */
    public void locate(Object bean, @Nullable XmlReader reader) {
        if (location == null || reader == null) {
            return;
        }
        XmlLocation end = reader.endLocation();
        XmlLocation place = end.equals(XmlLocation.NONE) ? reader.location() : end;
        LocatorImpl locator = new LocatorImpl();
        locator.setLineNumber(place.line() == 0 ? -1 : (int) Math.min(place.line(), Integer.MAX_VALUE));
        locator.setColumnNumber(place.column() == 0 ? -1 : (int) Math.min(place.column(), Integer.MAX_VALUE));
        try {
            location.set(bean, locator);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static void call(@Nullable Method method, Object bean, @Nullable Object... arguments) {
        if (method == null) {
            return;
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException thrown) {
            Throwable cause = Objects.requireNonNull(thrown.getCause());
            throw new OperationAborted(method.getName() + " has failed: " + cause, XmlLocation.NONE, cause);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
