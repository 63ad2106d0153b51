package dev.weir.soap.jaxws.body;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.model.Property;
import dev.weir.soap.jaxws.encoded.EncodedReader;
import dev.weir.soap.jaxws.encoded.EncodedWriter;
import dev.weir.soap.jaxws.model.Fault;
import dev.weir.soap.jaxws.model.FaultClasses;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An exception of an operation ⇄ the element in the detail of a SOAP fault. Thread-safe. */
public final class FaultCodec {
    private final Fault fault;
    private final BoundTypes types;
    private final PartCodec detail;
    private final boolean encoded;
    private final Map<String, Method> getters;

    /** @param encoded false for a literal element */
    FaultCodec(Fault fault, BoundTypes types, boolean encoded) {
        this.fault = fault;
        this.types = types;
        this.encoded = encoded;
        this.detail =
                new PartCodec(0, fault.element().local(), fault.element(), types.codec(types.element(fault.field())));
        this.getters = FaultClasses.properties(fault.exception());
    }

    public Fault fault() {
        return fault;
    }

    /** The name of the element in the detail. */
    public XmlName element() {
        return fault.element();
    }

    /** The element that an exception of this class becomes. */
    public XmlElement detail(Exception thrown) {
        try {
            Object bean = fault.info() ? call(fault.exception().getMethod("getFaultInfo"), thrown) : made(thrown);
            return encoded
                    ? EncodedWriter.element(types.encoded(), fault.element(), bean, fault.bean())
                    : detail.block(bean, types.marshalContext(null));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object made(Exception thrown) {
        CodecRef ref = types.bean(fault.bean());
        Object bean = ReflectiveAccess.newInstance(ref.bound);
        BeanCodec codec = ref.codec();
        List<Property> properties = ref.bound.properties();
        for (int i = 0; i < properties.size(); i++) {
            Method getter = getters.get(elementName(properties.get(i)));
            Object value = getter == null ? null : call(getter, thrown);
            if (value != null) {
                codec.set(bean, i, value);
            }
        }
        return bean;
    }

    private static String elementName(Property property) {
        return property.elements().isEmpty()
                ? property.name()
                : property.elements().get(0).name().local();
    }

    private static @Nullable Object call(Method getter, Object thrown) {
        try {
            ReflectiveAccess.open(getter, getter.getDeclaringClass());
            return getter.invoke(thrown);
        } catch (InvocationTargetException e) {
            throw ReflectiveAccess.<RuntimeException>cause(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The exception that an element in the detail stands for.
     *
     * @param reason the fault's text, which becomes the message
     * @throws dev.weir.xml.XmlException or another RuntimeException where the element does not fit the bean
     */
    public Exception exception(String reason, XmlElement element) {
        Object bean = encoded
                ? EncodedReader.read(types.encoded(), element, fault.bean())
                : detail.read(element, types.unmarshalContext(false, null));
        try {
            return fault.info() ? withInfo(reason, bean) : withProperties(reason, bean);
        } catch (InvocationTargetException e) {
            throw ReflectiveAccess.<RuntimeException>cause(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    fault.exception().getName() + " must have a public constructor that takes a String"
                            + (fault.info() ? " and a " + fault.bean().getName() : ""),
                    e);
        }
    }

    private Exception withInfo(String reason, @Nullable Object bean) throws ReflectiveOperationException {
        Constructor<?> two = FaultClasses.constructor(fault.exception(), String.class, fault.bean());
        if (two != null) {
            return (Exception) two.newInstance(reason, bean);
        }
        return (Exception) fault.exception()
                .getConstructor(String.class, fault.bean(), Throwable.class)
                .newInstance(reason, bean, null);
    }

    /** The properties go to setters, where the exception has them. */
    private Exception withProperties(String reason, @Nullable Object bean) throws ReflectiveOperationException {
        Exception thrown = fault.exception().getConstructor(String.class).newInstance(reason);
        if (bean == null) {
            return thrown;
        }
        CodecRef ref = types.bean(fault.bean());
        List<Property> properties = ref.bound.properties();
        for (int i = 0; i < properties.size(); i++) {
            String name = elementName(properties.get(i));
            Object value = ref.codec().get(bean, i);
            for (Method setter : fault.exception().getMethods()) {
                if (value != null
                        && setter.getParameterCount() == 1
                        && setter.getName().equalsIgnoreCase("set" + name)) {
                    setter.invoke(thrown, value);
                }
            }
        }
        return thrown;
    }
}
