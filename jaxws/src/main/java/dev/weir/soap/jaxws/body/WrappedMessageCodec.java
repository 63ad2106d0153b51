package dev.weir.soap.jaxws.body;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A wrapper element, which a bean is bound to: the parts are its properties. */
final class WrappedMessageCodec extends MessageCodec {
    private final XmlName wrapper;
    private final CodecRef bean;
    private final int[] slots;
    private final int[] properties;
    /** Whether a list without items, which no element says that there is, is empty instead of null. */
    private final boolean[] lists;

    /** Whether a property's container is filled, as there is no setter. */
    private final boolean[] filled;

    /**
     * How a value is wrapped whose property is a JAXBElement, as generated beans have it for elements that may be both
     * missing and nil, while the method takes the value; null for other properties.
     */
    private final @Nullable ElementOf[] elements;

    private record ElementOf(QName name, Class<?> type, Class<?> scope) {
        @SuppressWarnings("unchecked") // the type is the part's, and so the value's
        JAXBElement<Object> around(Object value) {
            return new JAXBElement<>(name, (Class<Object>) type, scope, value);
        }
    }

    WrappedMessageCodec(Message message, String what, int slots, BoundTypes types) {
        super(message, what, slots, types);
        this.wrapper = Objects.requireNonNull(message.wrapper(), "a wrapper");
        this.bean = types.bean(Objects.requireNonNull(message.bean(), "a bean"));
        List<Part> parts = message.bodyParts();
        this.slots = parts.stream().mapToInt(Part::slot).toArray();
        this.properties = parts.stream().mapToInt(this::property).toArray();
        this.lists = new boolean[properties.length];
        this.filled = new boolean[properties.length];
        this.elements = new @Nullable ElementOf[properties.length];
        for (int i = 0; i < filled.length; i++) {
            Property property = bean.bound.properties().get(properties[i]);
            lists[i] = property.shape() == Property.Shape.COLLECTION
                    && parts.get(i).rawType().isAssignableFrom(ArrayList.class);
            elements[i] = element(parts.get(i), property, Objects.requireNonNull(message.bean(), "a bean"));
            filled[i] = !property.accessor().hasField() && property.accessor().setter() == null;
        }
    }

    private static @Nullable ElementOf element(Part part, Property property, Class<?> bean) {
        if (property.rawType() != JAXBElement.class || part.rawType() == JAXBElement.class) {
            return null;
        }
        for (var use : property.references()) {
            if (use.name().local().equals(part.element().local())) {
                QName name = new QName(use.name().namespace(), use.name().local());
                return new ElementOf(name, boxed(part.rawType()), bean);
            }
        }
        return null;
    }

    private int property(Part part) {
        BoundClass bound = bean.bound;
        for (int i = 0; i < bound.properties().size(); i++) {
            Property property = bound.properties().get(i);
            if (isNamed(property, part.element().local())) {
                Class<?> wanted = boxed(part.rawType());
                Class<?> given = boxed(property.rawType());
                if (element(part, property, bound.type()) == null
                        && !wanted.isAssignableFrom(given)
                        && !given.isAssignableFrom(wanted)) {
                    throw new InterfaceException(what() + ": part " + part.name() + " is of type "
                            + part.type().getTypeName() + ", but " + property.accessor() + " is of type "
                            + property.rawType().getTypeName());
                }
                return i;
            }
        }
        throw new InterfaceException(what() + ": " + bound + " has no property for the element "
                + part.element().local() + "; the names of WebParam and WebResult must be those of its elements");
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private static boolean isNamed(Property property, String local) {
        if (property.wrapper() != null) {
            return property.wrapper().name().local().equals(local);
        }
        return property.elements().stream().anyMatch(use -> use.name().local().equals(local))
                || property.references().stream()
                        .anyMatch(use -> use.name().local().equals(local));
    }

    @Override
    public XmlName firstElement() {
        return wrapper;
    }

    @Override
    void readBody(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        Object read = readBean(envelope, in);
        BeanCodec codec = bean.codec();
        for (int i = 0; i < slots.length; i++) {
            Object value = codec.get(read, properties[i]);
            if (elements[i] != null && value instanceof JAXBElement<?> element) {
                value = element.getValue();
            }
            values[slots[i]] = value == null && lists[i] ? new ArrayList<>(0) : value;
        }
    }

    @Override
    Object readBean(EnvelopeReader envelope, UnmarshalContext in) {
        XmlReader reader = envelope.body();
        expect(reader, wrapper);
        Object read = bean.codec().read(reader, in, null);
        envelope.nextTag("The Body");
        return read;
    }

    @Override
    public void check(@Nullable Object[] values) {}

    @Override
    void writeBody(@Nullable Object[] values, XmlWriter writer, MarshalContext out) {
        Object made = ReflectiveAccess.newInstance(bean.bound);
        BeanCodec codec = bean.codec();
        for (int i = 0; i < slots.length; i++) {
            Object value = values[slots[i]];
            ElementOf element = elements[i];
            if (value != null && element != null) {
                codec.set(made, properties[i], element.around(value));
            } else if (value != null && filled[i]) {
                codec.fill(made, properties[i], (Collection<?>) value);
            } else if (value != null) {
                codec.set(made, properties[i], value);
            }
        }
        out.startElement(wrapper, writer);
        out.declarePrefixes(wrapper, writer);
        codec.write(made, writer, out);
        writer.endElement();
    }
}
