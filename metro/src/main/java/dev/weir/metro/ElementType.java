package dev.weir.metro;

import com.sun.xml.ws.spi.db.DatabindingException;
import com.sun.xml.ws.spi.db.TypeInfo;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * An element of a message as a method declares it: its name, its Java type, and the adapter between that type and the
 * bound one.
 *
 * @param declared the type of the method's parameter, primitive types boxed
 * @param bound the type that is bound: the declared one, or what the adapter makes of it
 */
record ElementType(
        TypeInfo info,
        Class<?> declared,
        Class<?> bound,
        @Nullable XmlAdapter<Object, Object> adapter) {
    static ElementType of(TypeInfo info) {
        if (!(info.type instanceof Class<?> type)) {
            throw new DatabindingException(info.tagName + ": a parameter of type " + info.type
                    + " cannot be bound by itself; let it be a property of a class");
        }
        if (info.get(XmlList.class) != null) {
            throw new DatabindingException(info.tagName + ": XmlList is not supported on the parameter of a method"
                    + " without a wrapper; let it be a property of a class");
        }
        Class<?> declared = boxed(type);
        XmlJavaTypeAdapter adapted = info.get(XmlJavaTypeAdapter.class);
        return adapted == null
                ? new ElementType(info, declared, type, null)
                : new ElementType(info, declared, valueType(adapted), adapter(adapted));
    }

    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    boolean isAdapted() {
        return adapter != null;
    }

    @SuppressWarnings("unchecked") // applied to values of the declared types only
    private static XmlAdapter<Object, Object> adapter(XmlJavaTypeAdapter adapted) {
        try {
            return (XmlAdapter<Object, Object>)
                    adapted.value().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException unusable) {
            throw new DatabindingException(unusable);
        }
    }

    /** The type argument of XmlAdapter that is bound. */
    private static Class<?> valueType(XmlJavaTypeAdapter adapted) {
        for (Class<?> type = adapted.value(); type != XmlAdapter.class; type = type.getSuperclass()) {
            if (type.getGenericSuperclass() instanceof ParameterizedType of && of.getRawType() == XmlAdapter.class) {
                Type value = of.getActualTypeArguments()[0];
                if (value instanceof Class<?> simple) {
                    return simple;
                }
            }
        }
        throw new DatabindingException("the adapter " + adapted.value().getName()
                + " must name a class as the type that it adapts to, by extending XmlAdapter<THAT_CLASS, ...>");
    }

    @Nullable Object toBound(@Nullable Object value) throws Exception {
        return adapter == null || value == null ? value : adapter.marshal(value);
    }

    @Nullable Object toDeclared(@Nullable Object value) throws Exception {
        return adapter == null || value == null ? value : adapter.unmarshal(value);
    }
}
