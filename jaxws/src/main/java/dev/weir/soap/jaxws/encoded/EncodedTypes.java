package dev.weir.soap.jaxws.encoded;

import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.Property;
import dev.weir.bind.value.SimpleType;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The classes whose objects travel encoded, with their names: bound classes as structs, one accessor for each property.
 * A class takes its name from XmlType, else its own; where that gives no namespace, it is the interface's. Thread-safe.
 */
public final class EncodedTypes {
    private final BindingModel model;
    private final Function<BoundClass, CodecRef> codecs;
    private final String namespace;
    private final Map<Class<?>, Struct> structs = new LinkedHashMap<>();
    private final Map<XmlName, Class<?>> byName = new HashMap<>();
    private final Map<Class<?>, XmlName> enums = new LinkedHashMap<>();

    /**
     * A property.
     *
     * @param index among the properties of the class
     * @param type of the value; for a collection the array of its items
     * @param simple how a simple value is written; null for a type by its class
     */
    record Accessor(
            String name,
            int index,
            Class<?> type,
            boolean collection,
            @Nullable SimpleType simple) {}

    /** A class with properties. */
    record Struct(XmlName name, BoundClass bound, CodecRef codec, Map<String, Accessor> accessors) {}

    /**
     * @param namespace of classes that have none
     * @param roots classes of the model that parts hold, or that are known by name
     * @throws InterfaceException where a class has what the encoding does not know; names the property
     */
    public EncodedTypes(
            BindingModel model, Function<BoundClass, CodecRef> codecs, String namespace, Collection<Class<?>> roots) {
        this.model = model;
        this.codecs = codecs;
        this.namespace = namespace;
        Deque<Class<?>> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            add(leaf(open.remove()), open);
        }
        for (Struct struct : structs.values()) {
            for (Accessor accessor : struct.accessors.values()) {
                check(
                        accessor.type,
                        "property " + accessor.name + " of "
                                + struct.bound.type().getName());
            }
        }
    }

    /**
     * The schema type of a part that annotations name: XmlSchemaType of a method for its return value, or
     * HexBinaryAdapter for bytes in hexadecimal digits.
     *
     * @param slot 0 for the return value, n + 1 for the nth parameter
     * @return null for the type by the class
     * @throws InterfaceException for an annotation that changes the literal form only, so that it would be ignored
     */
    public static @Nullable SimpleType declaredType(Method method, int slot, Class<?> type) {
        Annotation[] annotations = slot == 0 ? method.getAnnotations() : method.getParameterAnnotations()[slot - 1];
        SimpleType declared = null;
        for (Annotation mark : annotations) {
            String what = "annotation " + mark.annotationType().getName() + " of "
                    + (slot == 0 ? "the return value" : "parameter " + slot) + " of " + method;
            if (mark instanceof XmlJavaTypeAdapter adapter
                    && adapter.value() == HexBinaryAdapter.class
                    && type == byte[].class) {
                declared = SimpleType.of(type, XmlName.of(SoapEncoding.SCHEMA, "hexBinary"));
            } else if (mark instanceof XmlSchemaType schema && isSimple(type)) {
                declared = SimpleType.of(type, XmlName.of(schema.namespace(), schema.name()));
            } else if (mark.annotationType().getName().startsWith(XmlSchemaType.class.getPackageName())) {
                throw new InterfaceException(what + " does not go with SOAPBinding.use ENCODED; leave it out");
            }
        }
        return declared;
    }

    /** How a WSDL has a simple value, as bytes in hexadecimal digits; null for the type by the class. */
    public static @Nullable SimpleType typeInContract(Class<?> type, XmlName contract) {
        XmlName schema = SoapEncoding.type(contract);
        Class<?> boxed = boxed(type);
        SimpleType named = schema.namespace().equals(SoapEncoding.SCHEMA) ? SimpleType.named(schema) : null;
        if (named == null || !isSimple(type)) {
            return null;
        }
        return named.type() == boxed ? named : SimpleType.of(type, schema);
    }

    private void add(Class<?> type, Deque<Class<?>> open) {
        BoundEnum constants = model.enumOf(type);
        if (constants != null) {
            if (!enums.containsKey(type)) {
                enums.put(type, named(type, constants.typeName()));
            }
            return;
        }
        BoundClass bound = model.classOf(type);
        if (bound == null || structs.containsKey(type)) {
            return;
        }
        if (bound.construction() != null) {
            throw new InterfaceException(
                    type.getName() + " is made by a constructor with parameters, so that it cannot be"
                            + " part of a graph in rpc/encoded; give it a constructor without parameters");
        }
        Map<String, Accessor> accessors = new LinkedHashMap<>();
        List<Property> properties = bound.properties();
        for (int i = 0; i < properties.size(); i++) {
            Accessor accessor = accessor(properties.get(i), i);
            if (accessors.put(accessor.name, accessor) != null) {
                throw new InterfaceException(
                        type.getName() + " has two properties named " + accessor.name + " in rpc/encoded");
            }
            open.add(accessor.type);
        }
        structs.put(type, new Struct(named(type, bound.typeName()), bound, codecs.apply(bound), accessors));
        for (BoundClass other : model.classes()) {
            if (other.base() == bound || bound.base() == other) {
                open.add(other.type());
            }
        }
    }

    private static Accessor accessor(Property property, int index) {
        boolean one = property.shape() == Property.Shape.ONE;
        boolean collection = property.shape() == Property.Shape.COLLECTION;
        Class<?> type = collection ? property.itemType().arrayType() : property.rawType();
        Content content = property.content();
        String name = property.name();
        switch (property.kind()) {
            case ELEMENT -> {
                if (property.elements().size() != 1) {
                    throw refused(property, "has several elements");
                }
                content = property.elements().get(0).content();
                name = property.wrapper() != null
                        ? property.wrapper().name().local()
                        : property.elements().get(0).name().local();
            }
            case ATTRIBUTE -> {
                XmlName attribute = property.attribute();
                name = attribute == null ? name : attribute.local();
            }
            case VALUE -> {}
            default -> throw refused(property, "is no element, attribute or value");
        }
        if (content instanceof Content.Adapted) {
            throw refused(property, "has an adapter (XmlJavaTypeAdapter)");
        }
        if (content instanceof Content.Items) {
            throw refused(property, "is a list in one text (XmlList)");
        }
        if (content instanceof Content.Reference) {
            throw refused(property, "refers by an ID (XmlIDREF)");
        }
        if (content instanceof Content.Binary binary && binary.reference()) {
            throw refused(property, "is an attachment (XmlAttachmentRef)");
        }
        SimpleType simple = null;
        if (one && content instanceof Content.Simple known) {
            simple = known.type();
        } else if (one && content instanceof Content.Binary known) {
            simple = known.type();
        }
        return new Accessor(name, index, type, collection, simple);
    }

    private static InterfaceException refused(Property property, String what) {
        return new InterfaceException(property.accessor() + " " + what + ", which rpc/encoded does not know");
    }

    private XmlName named(Class<?> type, @Nullable XmlName modelled) {
        XmlType mark = type.getAnnotation(XmlType.class);
        boolean given = mark != null && !mark.name().isEmpty() && !mark.name().equals("##default");
        String local = given && mark != null ? mark.name() : type.getSimpleName();
        XmlName name = XmlName.of(
                modelled == null || modelled.namespace().isEmpty() ? namespace : modelled.namespace(), local);
        Class<?> other = byName.put(name, type);
        if (other != null && other != type) {
            throw new InterfaceException(type.getName() + " and " + other.getName() + " both are the type " + name
                    + " in rpc/encoded; give one of them another name by XmlType");
        }
        return name;
    }

    /** A class without its array dimensions; bytes are a value. */
    static Class<?> leaf(Class<?> type) {
        Class<?> leaf = type;
        while (isArray(leaf)) {
            leaf = leaf.getComponentType();
        }
        return leaf;
    }

    static boolean isArray(Class<?> type) {
        return type.isArray() && type != byte[].class;
    }

    /** @throws InterfaceException where values of a type cannot be encoded */
    public void check(Class<?> type, String where) {
        Class<?> leaf = leaf(type);
        if (typeName(leaf) == null) {
            throw new InterfaceException(
                    where + " is of type " + type.getTypeName() + ", which rpc/encoded does not know");
        }
    }

    /** Whether a class is carried by itself, without being bound: simple values, maps, Object, and arrays of them. */
    public static boolean isBuiltIn(Class<?> type) {
        Class<?> leaf = leaf(type);
        return SimpleType.isSimple(leaf) || leaf == Object.class || Map.class.isAssignableFrom(leaf);
    }

    static boolean isSimple(Class<?> type) {
        return SimpleType.isSimple(type);
    }

    static SimpleType simple(Class<?> type) {
        return SimpleType.of(type, null);
    }

    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    boolean isStruct(Class<?> type) {
        return structs.containsKey(type);
    }

    /** Whether equals and hashCode of a value that has just been read can be relied on. */
    static boolean isKey(Object value) {
        return value instanceof Enum || isSimple(value.getClass()) || SimpleType.nearestAbove(value.getClass()) != null;
    }

    @Nullable Struct struct(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Struct known = structs.get(c);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    Collection<Struct> structs() {
        return structs.values();
    }

    Map<Class<?>, XmlName> enums() {
        return enums;
    }

    @Nullable BoundEnum enumOf(Class<?> type) {
        return enums.containsKey(type) ? model.enumOf(type) : null;
    }

    /** The class that a type's name stands for; null for an unknown one. */
    @Nullable Class<?> named(XmlName name) {
        Class<?> known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (name.equals(SoapEncoding.MAP)) {
            return Map.class;
        }
        SimpleType simple = SimpleType.named(name);
        return simple == null ? null : simple.type();
    }

    /** The name of a class that is no array; null for one that is not known. */
    @Nullable XmlName typeName(Class<?> type) {
        if (isSimple(type)) {
            return simple(type).schemaType();
        }
        if (Map.class.isAssignableFrom(type)) {
            return SoapEncoding.MAP;
        }
        if (type == Object.class) {
            return SoapEncoding.ANY_TYPE;
        }
        Struct struct = struct(type);
        return struct != null ? struct.name : enums.get(type);
    }

    /** The lexical forms of an enum are strings unless XmlEnum says otherwise. */
    static XmlName base(Class<?> type) {
        XmlEnum mark = type.getAnnotation(XmlEnum.class);
        return mark == null || !isSimple(mark.value())
                ? simple(String.class).schemaType()
                : simple(mark.value()).schemaType();
    }
}
