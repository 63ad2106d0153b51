package dev.weir.bind.binding;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundClass;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.ValidationEvent;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads complete elements: as the type declared for their name, as an object of a given class, or into an existing
 * object. Each call is one operation, at the end of which references by ID are resolved. For one thread.
 */
public final class UnmarshalOperation {
    private final Binding binding;
    private final UnmarshalContext context;

    public UnmarshalOperation(Binding binding, UnmarshalContext context) {
        this.binding = binding;
        this.context = context;
    }

    /** Reads the current element as the type that is declared for its name. */
    public @Nullable Object readRoot(XmlReader reader) {
        context.start(reader);
        XmlName name = reader.name();
        RootElement root = binding.root(name);
        Object result = null;
        if (root != null) {
            result = root.isValue() ? readValue(root, reader) : root.read(reader, context, null);
        } else {
            XmlName type = context.typeOf(reader);
            ItemCodec codec = type == null ? null : binding.itemOfType(type);
            if (codec == null) {
                context.reportUnexpected(reader, ValidationEvent.FATAL_ERROR, binding.expectedRoots());
                reader.skipElement();
            } else {
                Object value = codec.read(reader, context, null);
                if (value != null) {
                    result = new JAXBElement<>(new QName(name.namespace(), name.local()), classOf(value), value);
                }
            }
        }
        context.finish(reader);
        return result;
    }

    /** Reads an element of a simple type: an invalid value is reported as an event, and the element gets no value. */
    private @Nullable Object readValue(RootElement root, XmlReader reader) {
        int depth = reader.depth();
        try {
            return root.read(reader, context, null);
        } catch (RuntimeException failed) {
            context.elementFailed(reader, failed, depth);
            return root.element(null);
        }
    }

    @SuppressWarnings("unchecked") // it is the value's own class
    private static Class<Object> classOf(Object value) {
        return (Class<Object>) value.getClass();
    }

    /** Reads the current element as an object of a class, regardless of its name. */
    public @Nullable Object readAs(XmlReader reader, Class<?> type) {
        context.start(reader);
        ItemCodec codec = binding.itemOf(type);
        if (codec == null) {
            throw new IllegalArgumentException(type.getName() + " is not known to this context");
        }
        Object result;
        if (context.isNil(reader)) {
            reader.skipElement();
            result = null;
        } else {
            try {
                result = codec.read(reader, context, null);
            } catch (RuntimeException failed) {
                context.elementFailed(reader, failed, reader.depth());
                result = null;
            }
        }
        context.finish(reader);
        return result;
    }

    /** Reads the current element into an existing object, whose previous content is cleared. */
    public void readInto(XmlReader reader, Object bean) {
        context.start(reader);
        BoundClass bound = binding.model().nearest(bean.getClass());
        if (bound == null) {
            throw new IllegalArgumentException(bean.getClass().getName() + " is not known to this context");
        }
        if (bound.construction() != null) {
            throw new IllegalArgumentException(
                    "an object whose constructor wants its values cannot be read again: " + bound);
        }
        BeanCodec codec = binding.ref(bound).codec();
        codec.clear(bean);
        context.enter(bean, null, codec);
        codec.readInto(bean, reader, context);
        context.leave(bean, null, codec);
        context.finish(reader);
    }
}
