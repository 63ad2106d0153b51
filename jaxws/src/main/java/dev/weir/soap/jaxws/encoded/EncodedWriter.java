package dev.weir.soap.jaxws.encoded;

import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.value.SimpleType;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Accessor;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Struct;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one message of SOAP 1.1. An object that several refer to is an independent element after the
 * operation's (section 5.1), and so is one that is nested deeply: that keeps cycles finite and the stack short. All else
 * is written where it belongs, as simple peers expect. For one use, by one thread.
 */
public final class EncodedWriter {
    private static final int MAX_NESTING = 32;
    private static final XmlName ENCODING_STYLE =
            XmlName.of("http://schemas.xmlsoap.org/soap/envelope/", "encodingStyle");
    private static final XmlName ITEM = XmlName.of("item");
    private static final XmlName KEY = XmlName.of("key");
    private static final XmlName VALUE = XmlName.of("value");
    private static final XmlName MULTI_REF = XmlName.of("multiRef");

    private final EncodedTypes types;
    private final XmlWriter writer;

    /** The compound values found: true for those with several references. */
    private final IdentityHashMap<Object, Boolean> shared = new IdentityHashMap<>();

    private final IdentityHashMap<Object, String> ids = new IdentityHashMap<>();
    private final Deque<Independent> independent = new ArrayDeque<>();

    private record Independent(Object value, Class<?> declared) {}

    public EncodedWriter(EncodedTypes types, XmlWriter writer) {
        this.types = types;
        this.writer = writer;
    }

    /**
     * One element of its own: what several refer to is repeated in it.
     *
     * @throws IllegalArgumentException for a value in a circle, or nested more deeply than can be written in one element
     */
    public static XmlElement element(EncodedTypes types, XmlName name, @Nullable Object value, Class<?> declared) {
        XmlTreeWriter tree = new XmlTreeWriter();
        EncodedWriter graph = new EncodedWriter(types, tree);
        tree.startElement(name.namespace().isEmpty() ? "" : "fault", name);
        graph.declare();
        if (value == null) {
            tree.attribute("xsi", SoapEncoding.NIL, "true");
        } else {
            graph.content(value, declared, null, 1);
        }
        tree.endElement();
        if (!graph.independent.isEmpty()) {
            throw new IllegalArgumentException(
                    declared.getName() + " must not be nested more than " + MAX_NESTING + " levels in " + name);
        }
        return tree.document().documentElement();
    }

    /** Looks through a value that will be written, for what several refer to. */
    public void find(@Nullable Object root) {
        Deque<Object> open = new ArrayDeque<>();
        push(root, open);
        while (!open.isEmpty()) {
            Object value = open.pop();
            Boolean before = shared.put(value, shared.containsKey(value));
            if (before != null) {
                continue;
            }
            if (value instanceof Collection<?> items) {
                items.forEach(item -> push(item, open));
            } else if (value instanceof Map<?, ?> map) {
                map.forEach((key, item) -> {
                    push(key, open);
                    push(item, open);
                });
            } else if (value instanceof Object[] items) {
                for (Object item : items) {
                    push(item, open);
                }
            } else {
                Struct struct = types.struct(value.getClass());
                if (struct != null) {
                    for (Accessor accessor : struct.accessors().values()) {
                        push(struct.codec().codec().get(value, accessor.index()), open);
                    }
                }
            }
        }
    }

    private void push(@Nullable Object value, Deque<Object> open) {
        if (value != null && isCompound(value)) {
            open.push(value);
        }
    }

    private boolean isCompound(Object value) {
        Class<?> type = value.getClass();
        return value instanceof Collection
                || value instanceof Map
                || EncodedTypes.isArray(type)
                || types.struct(type) != null;
    }

    /** On a start tag that is open: the encoding, and the prefixes that nearly all values need. */
    public void declare() {
        writer.namespace("xsd", SoapEncoding.SCHEMA);
        writer.namespace("xsi", SoapEncoding.INSTANCE);
        writer.namespace("soapenc", SoapEncoding.ENCODING);
        writer.attribute(ENCODING_STYLE, SoapEncoding.ENCODING);
    }

    /**
     * A part of the message, or nil.
     *
     * @param simple how a simple value is written; null for the type by its class
     */
    public void part(XmlName name, @Nullable Object value, Class<?> declared, @Nullable SimpleType simple) {
        value(name, value, declared, simple, 1);
    }

    /** After the operation's element: what it refers to. */
    public void independentElements() {
        Independent next = independent.poll();
        while (next != null) {
            writer.startElement(MULTI_REF);
            writer.attribute(SoapEncoding.ID, ids.getOrDefault(next.value, ""));
            declare();
            writer.attribute("soapenc", XmlName.of(SoapEncoding.ENCODING, "root"), "0");
            content(next.value, next.declared, null, 1);
            writer.endElement();
            next = independent.poll();
        }
    }

    private void value(
            XmlName name, @Nullable Object value, Class<?> declared, @Nullable SimpleType simple, int depth) {
        writer.startElement(name);
        if (value == null) {
            writer.attribute("xsi", SoapEncoding.NIL, "true");
        } else if (isCompound(value) && (depth > MAX_NESTING || shared.getOrDefault(value, false))) {
            writer.attribute(SoapEncoding.HREF, "#" + reference(value, declared));
        } else {
            content(value, declared, simple, depth);
        }
        writer.endElement();
    }

    private String reference(Object value, Class<?> declared) {
        String known = ids.get(value);
        if (known == null) {
            known = "id" + ids.size();
            ids.put(value, known);
            independent.add(new Independent(value, declared));
        }
        return known;
    }

    private void type(XmlName name) {
        writer.attribute("xsi", SoapEncoding.TYPE, qualified(name));
    }

    private String qualified(XmlName name) {
        return name.namespace().isEmpty() ? name.local() : writer.prefixFor(name.namespace()) + ":" + name.local();
    }

    private void content(Object value, Class<?> declared, @Nullable SimpleType known, int depth) {
        Class<?> type = value.getClass();
        if (value instanceof Collection<?> items) {
            Class<?> component = declared.isArray() ? declared.getComponentType() : Object.class;
            startArray(component, items.size());
            items.forEach(item -> value(ITEM, item, component, null, depth + 1));
        } else if (EncodedTypes.isArray(type)) {
            Class<?> component = declared.isArray() ? declared.getComponentType() : type.getComponentType();
            int length = Array.getLength(value);
            startArray(component, length);
            for (int i = 0; i < length; i++) {
                value(ITEM, Array.get(value, i), component, null, depth + 1);
            }
        } else if (value instanceof Map<?, ?> map) {
            type(SoapEncoding.MAP);
            map.forEach((key, item) -> {
                writer.startElement(ITEM);
                value(KEY, key, Object.class, null, depth + 1);
                value(VALUE, item, Object.class, null, depth + 1);
                writer.endElement();
            });
        } else {
            Struct struct = types.struct(type);
            BoundEnum constants = value instanceof Enum<?> one ? types.enumOf(one.getDeclaringClass()) : null;
            if (struct != null) {
                type(struct.name());
                for (Accessor accessor : struct.accessors().values()) {
                    value(
                            XmlName.of(accessor.name()),
                            struct.codec().codec().get(value, accessor.index()),
                            accessor.type(),
                            accessor.simple(),
                            depth + 1);
                }
            } else if (constants != null && value instanceof Enum<?> one) {
                XmlName name = types.typeName(constants.type());
                if (name != null) {
                    type(name);
                }
                writer.text(constants.texts().get(constants.constants().indexOf(one)));
            } else {
                SimpleType simple = known != null ? known : simple(type, declared);
                type(simple.schemaType());
                simple.writeText(value, writer);
            }
        }
    }

    /** The declared class of a simple value counts; an implementation of one, as GregorianCalendar is, has none. */
    private static SimpleType simple(Class<?> type, Class<?> declared) {
        if (declared != Object.class && SimpleType.isSimple(declared)) {
            return EncodedTypes.simple(declared);
        }
        Class<?> nearest = SimpleType.isSimple(type) ? type : SimpleType.nearestAbove(type);
        if (nearest == null) {
            throw new IllegalArgumentException(type.getName()
                    + " is not known in rpc/encoded; XmlSeeAlso of the service endpoint interface must name it");
        }
        return EncodedTypes.simple(nearest);
    }

    private void startArray(Class<?> component, int length) {
        type(SoapEncoding.ARRAY);
        Class<?> leaf = component;
        StringBuilder dimensions = new StringBuilder();
        while (EncodedTypes.isArray(leaf)) {
            leaf = leaf.getComponentType();
            dimensions.append("[]");
        }
        XmlName item = types.typeName(leaf);
        writer.attribute(
                "soapenc",
                SoapEncoding.ARRAY_TYPE,
                qualified(item == null ? SoapEncoding.ANY_TYPE : item) + dimensions + "[" + length + "]");
    }
}
