package dev.weir.bind.compile;

import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.ShortestDecimal;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Objects on their way to one document: the prefixes that are used, and the objects that are open. For one thread and one
 * document.
 */
public final class MarshalContext {
    private static final XmlName XSI_NIL = XmlName.of(UnmarshalContext.XSI, "nil");
    private static final XmlName XSI_TYPE = XmlName.of(UnmarshalContext.XSI, "type");

    /** So deep objects are rather suspected to be inside themselves. */
    private static final int SUSPICIOUS_DEPTH = 64;

    private final Binding binding;
    private final @Nullable Marshaller marshaller;
    private final Marshaller.@Nullable Listener listener;
    private final @Nullable AttachmentMarshaller attachments;
    private final Adapters adapters;
    private final Prefixes chosen;

    /** By the numbers of the namespaces. */
    final String[] prefixes;

    private @Nullable Object[] open = new @Nullable Object[16];
    private int depth;
    private XmlName current = XmlName.of("");

    public MarshalContext(
            Binding binding,
            @Nullable Marshaller marshaller,
            Marshaller.@Nullable Listener listener,
            @Nullable AttachmentMarshaller attachments,
            Adapters adapters,
            Prefixes prefixes) {
        this.binding = binding;
        this.marshaller = marshaller;
        this.listener = listener;
        this.attachments = attachments;
        this.adapters = adapters;
        this.chosen = prefixes;
        this.prefixes = prefixes.byNumber();
    }

    // ---------------------------------------------------------------- whole elements

    /**
     * Writes an object as a document's element, with all namespaces of the context declared on it.
     *
     * @param rootAttributes such as xsi:schemaLocation
     * @return false where the object is no element
     */
    public boolean writeRoot(Object value, XmlWriter writer, Map<XmlName, String> rootAttributes) {
        if (value instanceof JAXBElement<?> element) {
            startRoot(nameOf(element), writer, rootAttributes);
            content(element, writer);
        } else {
            BoundClass bound = binding.model().nearest(value.getClass());
            XmlName name = bound == null ? null : bound.rootName();
            if (bound == null || name == null) {
                return false;
            }
            startRoot(name, writer, rootAttributes);
            binding.ref(bound).codec().write(value, writer, this);
        }
        writer.endElement();
        return true;
    }

    /** Writes an object as an element of a name, inside others. */
    public void writeNamed(XmlName name, Object value, XmlWriter writer) {
        BoundClass bound = binding.model().nearest(value.getClass());
        if (bound == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        startElement(name, writer);
        binding.ref(bound).codec().write(value, writer, this);
        writer.endElement();
    }

    private void startRoot(XmlName name, XmlWriter writer, Map<XmlName, String> attributes) {
        startElement(name, writer);
        chosen.declare(name, writer);
        for (Map.Entry<XmlName, String> entry : attributes.entrySet()) {
            String prefix = entry.getKey().namespace().equals(UnmarshalContext.XSI) ? "xsi" : "";
            writer.attribute(prefix, entry.getKey(), entry.getValue());
        }
    }

    /** Writes an object as an element inside others; false where it is none. */
    boolean writeElement(Object value, XmlWriter writer) {
        if (value instanceof JAXBElement<?> element) {
            startElement(nameOf(element), writer);
            content(element, writer);
            writer.endElement();
            return true;
        }
        BoundClass bound = binding.model().nearest(value.getClass());
        XmlName name = bound == null ? null : bound.rootName();
        if (bound == null || name == null) {
            return false;
        }
        startElement(name, writer);
        binding.ref(bound).codec().write(value, writer, this);
        writer.endElement();
        return true;
    }

    private static XmlName nameOf(JAXBElement<?> element) {
        QName name = element.getName();
        return XmlName.of(name.getNamespaceURI(), name.getLocalPart());
    }

    private void content(JAXBElement<?> element, XmlWriter writer) {
        Object value = element.getValue();
        if (value == null) {
            nil(writer);
            return;
        }
        if (element.isNil()) {
            writer.attribute("xsi", XSI_NIL, "true");
        }
        RootElement declared = binding.declaration(nameOf(element), element.getScope());
        if (declared != null) {
            declared.codec().write(value, writer, this);
            return;
        }
        Class<?> declaredType = element.getDeclaredType();
        boolean fits = MethodType.methodType(declaredType).wrap().returnType().isInstance(value);
        ItemCodec codec = fits ? binding.itemOf(declaredType) : null;
        if (codec == null) {
            codec = binding.itemOf(value.getClass());
            XmlName type = fits ? null : binding.typeNameOf(value);
            if (type != null) {
                type(type, writer);
            }
        }
        if (codec == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        codec.write(value, writer, this);
    }

    /** Writes an object of a class that is derived from the one that is expected. */
    void writeDerived(Object value, CodecRef expected, XmlWriter writer) {
        BoundClass bound = binding.model().nearest(value.getClass());
        if (bound == null || !expected.type.isAssignableFrom(bound.type())) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        if (bound == expected.bound && SimpleType.isSimple(value.getClass())) {
            // A Number, of which no class is made known but those of simple values.
            SimpleType simple = SimpleType.of(value.getClass(), null);
            type(simple.schemaType(), writer);
            simple.writeText(value, writer);
            return;
        }
        XmlName type = bound.typeName();
        if (bound != expected.bound && type != null) {
            type(type, writer);
        }
        binding.ref(bound).codec().write(value, writer, this);
    }

    // ---------------------------------------------------------------- for codecs

    void enter(Object bean, BeanCodec codec) {
        int level = depth++;
        if (level == open.length) {
            open = Arrays.copyOf(open, level * 2);
        }
        if (level >= SUSPICIOUS_DEPTH) {
            checkNesting(bean, level);
        }
        open[level] = bean;
        if (listener != null) {
            listener.beforeMarshal(bean);
        }
        if (codec.callbacks != null) {
            Callbacks.call(codec.callbacks.beforeMarshal(), bean, marshaller);
        }
    }

    /** The innermost object that is open; null before the first and after the last. */
    public @Nullable Object innermost() {
        return depth == 0 ? null : open[depth - 1];
    }

    private void checkNesting(Object bean, int level) {
        for (int i = level - 1; i >= 0; i--) {
            if (open[i] == bean) {
                throw new OperationAborted(
                        "A cycle is detected in the object graph. This will cause infinitely deep XML: an object of "
                                + bean.getClass().getName() + " is inside itself",
                        XmlLocation.NONE,
                        null);
            }
        }
        if (level >= UnmarshalContext.MAX_DEPTH) {
            throw new OperationAborted(
                    "objects are nested deeper than " + UnmarshalContext.MAX_DEPTH + ", in "
                            + bean.getClass().getName(),
                    XmlLocation.NONE,
                    null);
        }
    }

    void leave(Object bean, BeanCodec codec) {
        if (codec.callbacks != null) {
            Callbacks.call(codec.callbacks.afterMarshal(), bean, marshaller);
        }
        if (listener != null) {
            listener.afterMarshal(bean);
        }
        open[--depth] = null;
    }

    void startElement(XmlName name, XmlWriter writer) {
        current = name;
        writer.startElement(chosen.prefix(name.namespace()), name);
    }

    void startElement(XmlName name, int namespace, XmlWriter writer) {
        current = name;
        writer.startElement(prefixes[namespace], name);
    }

    /** The name of the element around a value that may become an attachment. */
    XmlName current() {
        return current;
    }

    void nil(XmlWriter writer) {
        writer.attribute("xsi", XSI_NIL, "true");
    }

    void type(XmlName type, XmlWriter writer) {
        String prefix;
        if (type.namespace().equals(Binding.XML_SCHEMA)) {
            writer.namespace("xs", Binding.XML_SCHEMA);
            prefix = "xs";
        } else {
            prefix = type.namespace().isEmpty() ? "" : writer.prefixFor(type.namespace());
        }
        writer.attribute("xsi", XSI_TYPE, prefix.isEmpty() ? type.local() : prefix + ":" + type.local());
    }

    /** An attribute with a value that is not written by itself. */
    void attribute(XmlName name, ItemCodec codec, Object value, XmlWriter writer) {
        Object plain = value;
        ItemCodec plainCodec = codec;
        if (codec instanceof AdaptedItem adapted) {
            plain = adapted.unadapted(value, this);
            plainCodec = adapted.inner();
        }
        if (plain != null) {
            writer.attribute(name, plainCodec.print(plain, writer, this));
        }
    }

    void anyAttributes(Object map, XmlWriter writer) {
        Map<String, String> used = new HashMap<>(0);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            QName name = (QName) entry.getKey();
            String prefix = chosen.attributePrefix(name.getPrefix(), name.getNamespaceURI());
            String other = prefix.isEmpty() ? null : used.putIfAbsent(prefix, name.getNamespaceURI());
            if (other != null && !other.equals(name.getNamespaceURI())) {
                prefix = "";
            }
            writer.attribute(
                    prefix, XmlName.of(name.getNamespaceURI(), name.getLocalPart()), String.valueOf(entry.getValue()));
        }
    }

    /** For the generated code. */
    static String text(boolean value) {
        return value ? "true" : "false";
    }

    /** For the generated code. */
    static String text(float value) {
        return ShortestDecimal.plain(value);
    }

    void primitives(Object array, XmlName name, int namespace, XmlWriter writer) {
        String prefix = prefixes[namespace];
        if (array instanceof double[] doubles) {
            for (double value : doubles) {
                writer.plainElement(prefix, name, value);
            }
        } else if (array instanceof int[] ints) {
            for (int value : ints) {
                writer.element(prefix, name, value);
            }
        } else if (array instanceof long[] longs) {
            for (long value : longs) {
                writer.element(prefix, name, value);
            }
        } else {
            for (float value : (float[]) array) {
                writer.startElement(prefix, name);
                writer.plainText(value);
                writer.endElement();
            }
        }
    }

    @Nullable AttachmentMarshaller attachments() {
        return attachments;
    }

    Adapters adapters() {
        return adapters;
    }

    /** The ID of an object that is referred to. */
    String idOf(Object value) {
        BoundClass bound = binding.model().nearest(value.getClass());
        if (bound != null) {
            List<Property> properties = bound.properties();
            for (int i = 0; i < properties.size(); i++) {
                if (properties.get(i).id()) {
                    Object id = binding.ref(bound).codec().get(value, i);
                    if (id != null) {
                        return Objects.toString(id);
                    }
                }
            }
        }
        throw new IllegalArgumentException("an object of " + value.getClass().getName()
                + " is referred to, but has no ID: mark a property by XmlID, and set it");
    }
}
