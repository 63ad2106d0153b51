package dev.weir.bind.context;

import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.ShortestDecimal;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * State of one marshal operation: the namespace prefixes in use, and the stack of objects being written, which detects
 * cycles. For one thread and one document.
 */
public final class MarshalContext {
    private static final XmlName XSI_NIL = XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil");
    private static final XmlName XSI_TYPE = XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");

    /** The nesting depth from which objects are checked for cycles. */
    private static final int SUSPICIOUS_DEPTH = 64;

    private final @Nullable Marshaller marshaller;
    private final Marshaller.@Nullable Listener listener;
    private final @Nullable AttachmentMarshaller attachments;
    private final Adapters adapters;
    private final Prefixes chosen;

    /** Prefixes, indexed by namespace number. */
    public final String[] prefixes;

    private @Nullable Object[] open = new @Nullable Object[16];
    private int depth;
    private XmlName current = XmlName.of("");

    public MarshalContext(
            @Nullable Marshaller marshaller,
            Marshaller.@Nullable Listener listener,
            @Nullable AttachmentMarshaller attachments,
            Adapters adapters,
            Prefixes prefixes) {
        this.marshaller = marshaller;
        this.listener = listener;
        this.attachments = attachments;
        this.adapters = adapters;
        this.chosen = prefixes;
        this.prefixes = prefixes.byNumber();
    }

    // ---------------------------------------------------------------- for codecs

    public void enter(Object bean, BeanProperties codec) {
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
        Callbacks callbacks = codec.callbacks();
        if (callbacks != null) {
            Callbacks.call(callbacks.beforeMarshal(), bean, marshaller);
        }
    }

    /** The innermost object being written; null before the first and after the last. */
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
        if (level >= OperationAborted.MAX_DEPTH) {
            throw OperationAborted.nestedTooDeep(bean.getClass().getName());
        }
    }

    public void leave(Object bean, BeanProperties codec) {
        Callbacks callbacks = codec.callbacks();
        if (callbacks != null) {
            Callbacks.call(callbacks.afterMarshal(), bean, marshaller);
        }
        if (listener != null) {
            listener.afterMarshal(bean);
        }
        open[--depth] = null;
    }

    /** Declares the prefixes of all namespaces of the context on the document element, whose start tag is open. */
    public void declarePrefixes(XmlName name, XmlWriter writer) {
        declarePrefixes(name, false, writer);
    }

    /** @param besideDefault as the element was opened */
    public void declarePrefixes(XmlName name, boolean besideDefault, XmlWriter writer) {
        chosen.declare(name, besideDefault, writer);
    }

    public void startElement(XmlName name, XmlWriter writer) {
        startElement(name, false, writer);
    }

    /**
     * Opens an element.
     *
     * @param besideDefault without the default namespace: for a name in no namespace, as its value or as its xsi:type, to
     *     which the default namespace would apply, too
     */
    public void startElement(XmlName name, boolean besideDefault, XmlWriter writer) {
        current = name;
        String uri = name.namespace();
        writer.startElement(besideDefault ? chosen.prefixBesideDefault(uri) : chosen.prefix(uri), name);
    }

    public void startElement(XmlName name, int namespace, XmlWriter writer) {
        current = name;
        writer.startElement(prefixes[namespace], name);
    }

    /** The name of the element that encloses a value which may become an attachment. */
    public XmlName current() {
        return current;
    }

    public void nil(XmlWriter writer) {
        writer.attribute("xsi", XSI_NIL, "true");
    }

    public void type(XmlName type, XmlWriter writer) {
        String prefix;
        if (type.namespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            writer.namespace("xs", XMLConstants.W3C_XML_SCHEMA_NS_URI);
            prefix = "xs";
        } else if (type.namespace().isEmpty()) {
            writer.namespace("", ""); // The default namespace would apply to the type's name.
            prefix = "";
        } else {
            prefix = writer.prefixFor(type.namespace());
        }
        writer.attribute("xsi", XSI_TYPE, prefix.isEmpty() ? type.local() : prefix + ":" + type.local());
    }

    public void anyAttributes(Object map, XmlWriter writer) {
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

    /** Called by the generated code. */
    public static String text(boolean value) {
        return value ? "true" : "false";
    }

    /** Called by the generated code. */
    public static String text(float value) {
        return ShortestDecimal.plain(value);
    }

    public void primitives(Object array, XmlName name, int namespace, XmlWriter writer) {
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

    public @Nullable AttachmentMarshaller attachments() {
        return attachments;
    }

    public Adapters adapters() {
        return adapters;
    }
}
