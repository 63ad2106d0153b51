package dev.weir.soap.jaxws.encoded;

import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Accessor;
import dev.weir.soap.jaxws.encoded.EncodedTypes.Struct;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The schemas of encoded types: structs and enums under their names, and for each array a type {@code ArrayOf_…} that is
 * derived from soapenc:Array and says wsdl:arrayType (WSDL 1.1, section 2.2). For one use.
 */
public final class EncodedSchemas {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    private final EncodedTypes types;
    private final String namespace;
    private final Map<Class<?>, XmlName> arrays = new LinkedHashMap<>();
    private boolean maps;

    /**
     * @param namespace of the types of arrays
     * @param parts the types of all parts
     */
    public EncodedSchemas(EncodedTypes types, String namespace, Collection<Class<?>> parts) {
        this.types = types;
        this.namespace = namespace;
        Deque<Class<?>> open = new ArrayDeque<>(parts);
        for (Struct struct : types.structs()) {
            struct.accessors().values().forEach(accessor -> open.add(accessor.type()));
        }
        while (!open.isEmpty()) {
            Class<?> type = open.remove();
            if (EncodedTypes.isArray(type) && !arrays.containsKey(type)) {
                arrays.put(type, XmlName.of(namespace, "ArrayOf_" + label(type.getComponentType())));
                open.add(type.getComponentType());
            }
            maps |= Map.class.isAssignableFrom(type) || type == Object.class;
        }
    }

    private String label(Class<?> type) {
        if (EncodedTypes.isArray(type)) {
            return "ArrayOf_" + label(type.getComponentType());
        }
        XmlName name = typeName(type);
        String prefix = name.namespace().equals(SoapEncoding.SCHEMA)
                ? "xsd_"
                : name.namespace().equals(namespace) ? "tns_" : "";
        return prefix + name.local();
    }

    /** The name of the type of a part or accessor. */
    public XmlName typeName(Class<?> type) {
        XmlName array = arrays.get(type);
        if (array != null) {
            return array;
        }
        XmlName name = types.typeName(type);
        return name == null ? SoapEncoding.ANY_TYPE : name;
    }

    /** Declares a prefix for each namespace, on the root: tools of that time find prefixes there only. */
    public void declare(XmlWriter writer) {
        writer.namespace("soapenc", SoapEncoding.ENCODING);
        int number = 1;
        for (String declared : namespaces()) {
            if (!declared.equals(namespace)) {
                writer.namespace("types" + number++, declared);
            }
        }
    }

    private Set<String> namespaces() {
        Set<String> namespaces = new TreeSet<>();
        types.structs().forEach(struct -> namespaces.add(struct.name().namespace()));
        types.enums().values().forEach(name -> namespaces.add(name.namespace()));
        if (!arrays.isEmpty()) {
            namespaces.add(namespace);
        }
        if (maps) {
            namespaces.add(SoapEncoding.MAP.namespace());
        }
        return namespaces;
    }

    /** One schema for each namespace. */
    public void write(XmlWriter writer) {
        Set<String> namespaces = namespaces();
        for (String target : namespaces) {
            start(writer, "schema");
            attribute(writer, "targetNamespace", target);
            importOf(writer, SoapEncoding.ENCODING);
            namespaces.stream().filter(other -> !other.equals(target)).forEach(other -> importOf(writer, other));
            for (Struct struct : types.structs()) {
                if (struct.name().namespace().equals(target)) {
                    struct(writer, struct);
                }
            }
            types.enums().forEach((type, name) -> {
                if (name.namespace().equals(target)) {
                    constants(writer, type, name);
                }
            });
            if (target.equals(namespace)) {
                arrays.forEach((type, name) -> array(writer, type, name));
            }
            if (maps && target.equals(SoapEncoding.MAP.namespace())) {
                map(writer);
            }
            writer.endElement();
        }
    }

    private static void start(XmlWriter writer, String local) {
        writer.startElement("xs", XmlName.of(SoapEncoding.SCHEMA, local));
    }

    private static void attribute(XmlWriter writer, String name, String value) {
        writer.attribute(XmlName.of(name), value);
    }

    private static String qualified(XmlWriter writer, XmlName name) {
        return writer.prefixFor(name.namespace()) + ":" + name.local();
    }

    private static void importOf(XmlWriter writer, String namespace) {
        start(writer, "import");
        attribute(writer, "namespace", namespace);
        writer.endElement();
    }

    private void struct(XmlWriter writer, Struct struct) {
        start(writer, "complexType");
        attribute(writer, "name", struct.name().local());
        BoundClass base = struct.bound().base();
        Struct above = base == null ? null : types.struct(base.type());
        if (above != null) {
            start(writer, "complexContent");
            start(writer, "extension");
            attribute(writer, "base", qualified(writer, above.name()));
        }
        start(writer, "sequence");
        for (Accessor accessor : struct.accessors().values()) {
            if (above == null || !above.accessors().containsKey(accessor.name())) {
                element(
                        writer,
                        accessor.name(),
                        accessor.simple() != null ? accessor.simple().schemaType() : typeName(accessor.type()),
                        accessor.type().isPrimitive());
            }
        }
        writer.endElement();
        if (above != null) {
            writer.endElement();
            writer.endElement();
        }
        writer.endElement();
    }

    private static void element(XmlWriter writer, String name, XmlName type, boolean primitive) {
        start(writer, "element");
        attribute(writer, "name", name);
        attribute(writer, "type", qualified(writer, type));
        if (!primitive) {
            attribute(writer, "nillable", "true");
        }
        writer.endElement();
    }

    private void constants(XmlWriter writer, Class<?> type, XmlName name) {
        start(writer, "simpleType");
        attribute(writer, "name", name.local());
        start(writer, "restriction");
        attribute(writer, "base", qualified(writer, EncodedTypes.base(type)));
        BoundEnum constants = types.enumOf(type);
        if (constants != null) {
            for (String text : constants.texts()) {
                start(writer, "enumeration");
                attribute(writer, "value", text);
                writer.endElement();
            }
        }
        writer.endElement();
        writer.endElement();
    }

    private void array(XmlWriter writer, Class<?> type, XmlName name) {
        Class<?> leaf = type;
        StringBuilder dimensions = new StringBuilder();
        while (EncodedTypes.isArray(leaf)) {
            leaf = leaf.getComponentType();
            dimensions.append("[]");
        }
        start(writer, "complexType");
        attribute(writer, "name", name.local());
        start(writer, "complexContent");
        start(writer, "restriction");
        attribute(writer, "base", qualified(writer, SoapEncoding.ARRAY));
        start(writer, "attribute");
        attribute(writer, "ref", qualified(writer, SoapEncoding.ARRAY_TYPE));
        writer.attribute("wsdl", XmlName.of(WSDL, "arrayType"), qualified(writer, typeName(leaf)) + dimensions);
        writer.endElement();
        writer.endElement();
        writer.endElement();
        writer.endElement();
    }

    private static void map(XmlWriter writer) {
        XmlName item = XmlName.of(SoapEncoding.MAP.namespace(), "mapItem");
        start(writer, "complexType");
        attribute(writer, "name", item.local());
        start(writer, "sequence");
        element(writer, "key", SoapEncoding.ANY_TYPE, false);
        element(writer, "value", SoapEncoding.ANY_TYPE, false);
        writer.endElement();
        writer.endElement();
        start(writer, "complexType");
        attribute(writer, "name", SoapEncoding.MAP.local());
        start(writer, "sequence");
        start(writer, "element");
        attribute(writer, "name", "item");
        attribute(writer, "type", qualified(writer, item));
        attribute(writer, "minOccurs", "0");
        attribute(writer, "maxOccurs", "unbounded");
        writer.endElement();
        writer.endElement();
        writer.endElement();
    }
}
