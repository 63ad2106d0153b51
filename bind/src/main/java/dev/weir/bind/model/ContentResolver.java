package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** Determines the content of values from their Java types and annotations. */
final class ContentResolver {
    private static final AnnotationKind ADAPTER = AnnotationKind.XML_JAVA_TYPE_ADAPTER;
    private static final AnnotationKind SCHEMA_TYPE = AnnotationKind.XML_SCHEMA_TYPE;
    private static final XmlName ID = XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "ID");

    private ContentResolver() {}

    /** The content of a value that has an adapter. */
    static @Nullable Content adapted(
            ModelReader reader, AnnotationInfo adapter, Object where, AnnotationSet annotations, Class<?> home) {
        Class<? extends XmlAdapter<?, ?>> type = adapterType(adapter);
        Type value = GenericTypes.argument(type, XmlAdapter.class, 0);
        Class<?> raw = GenericTypes.erasure(value);
        Content inner;
        if (Collection.class.isAssignableFrom(raw)) {
            reader.problem(
                    where,
                    "the adapter " + type.getName()
                            + " makes a collection; let it make a class that holds the collection");
            return null;
        }
        inner = of(reader, value, where, annotations, home);
        return inner == null ? null : new Content.Adapted(type, inner);
    }

    @SuppressWarnings("unchecked") // the annotation's element is declared with this type
    private static Class<? extends XmlAdapter<?, ?>> adapterType(AnnotationInfo adapter) {
        return (Class<? extends XmlAdapter<?, ?>>) Objects.requireNonNull(adapter.type("value"), "an adapter's class");
    }

    /** The adapter for a type, searched on the property, the package, and the class itself. */
    static @Nullable AnnotationInfo adapter(
            ModelReader reader, AnnotationSet annotations, Class<?> home, Class<?> type) {
        AnnotationInfo own = annotations.get(ADAPTER);
        if (own != null && isFor(own, type)) {
            return own;
        }
        AnnotationSet around = reader.home(home).marks();
        AnnotationInfo ofPackage = around.isEmpty() ? null : adapterOfPackage(around, type);
        if (ofPackage != null) {
            return ofPackage;
        }
        return adapterOfType(reader, type);
    }

    /** Skips classes of the boot class loader, which have no such annotation. */
    private static @Nullable AnnotationInfo adapterOfType(ModelReader reader, Class<?> type) {
        AnnotationInfo onType =
                type.getClassLoader() == null ? null : reader.marked().get(type, ADAPTER);
        return onType != null && isFor(onType, type) ? onType : null;
    }

    private static @Nullable AnnotationInfo adapterOfPackage(AnnotationSet around, Class<?> type) {
        AnnotationInfo several = around.get(AnnotationKind.XML_JAVA_TYPE_ADAPTERS);
        if (several != null) {
            for (AnnotationInfo one : several.marks("value")) {
                Class<?> target = one.type("type");
                if (target == type || target == null && isFor(one, type)) {
                    return one;
                }
            }
        }
        AnnotationInfo single = around.get(ADAPTER);
        return single != null && isFor(single, type) ? single : null;
    }

    /** Whether an adapter produces values of a type. */
    static boolean isFor(AnnotationInfo adapter, Class<?> type) {
        if (adapter.type("type") == type) {
            return true;
        }
        Class<?> target = GenericTypes.erasure(GenericTypes.argument(adapterType(adapter), XmlAdapter.class, 1));
        return target.isAssignableFrom(boxed(type));
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** The content of a type with annotations; null after a problem. */
    static @Nullable Content of(ModelReader reader, Type type, Object where, AnnotationSet annotations, Class<?> home) {
        Class<?> raw = GenericTypes.erasure(type);
        if (SimpleType.isSimple(raw)) {
            XmlName schemaType = schemaType(reader, annotations, home, raw);
            if (schemaType == null && raw == String.class && annotations.has(AnnotationKind.XML_ID)) {
                schemaType = ID;
            }
            SimpleType simple = SimpleType.of(raw, schemaType);
            return simple.isBinary() ? binary(simple, annotations) : new Content.Simple(simple, schemaType);
        }
        if (raw == Object.class || raw.getName().equals("org.w3c.dom.Element")) {
            return new Content.Anything();
        }
        if (Map.class.isAssignableFrom(raw)) {
            return entries(reader, type, where, home);
        }
        if (JAXBElement.class.isAssignableFrom(raw)) {
            reader.problem(where, "a JAXBElement must be marked with XmlElementRef or XmlAnyElement");
            return null;
        }
        return reader.content(raw, where);
    }

    private static Content binary(SimpleType simple, AnnotationSet annotations) {
        AnnotationInfo mime = annotations.get(AnnotationKind.XML_MIME_TYPE);
        return new Content.Binary(
                simple,
                mime == null ? null : mime.text("value"),
                annotations.has(AnnotationKind.XML_INLINE_BINARY_DATA),
                annotations.has(AnnotationKind.XML_ATTACHMENT_REF));
    }

    private static @Nullable Content entries(ModelReader reader, Type map, Object where, Class<?> home) {
        Content key = of(reader, GenericTypes.argument(map, Map.class, 0), where, AnnotationSet.NONE, home);
        Content value = of(reader, GenericTypes.argument(map, Map.class, 1), where, AnnotationSet.NONE, home);
        if (key == null || value == null) {
            return null;
        }
        reader.namespace("", true);
        return new Content.Entries(GenericTypes.erasure(map), key, value);
    }

    /** The content of a type without annotations on a property; null after a problem. */
    static @Nullable Content plain(ModelReader reader, Class<?> type, Object where) {
        return of(reader, type, where, AnnotationSet.NONE, type);
    }

    /** The schema type specified for a class by XmlSchemaType, on the property or on the package. */
    private static @Nullable XmlName schemaType(
            ModelReader reader, AnnotationSet annotations, Class<?> home, Class<?> type) {
        AnnotationInfo own = annotations.get(SCHEMA_TYPE);
        if (own != null) {
            return name(own);
        }
        AnnotationSet around = reader.home(home).marks();
        return around.isEmpty() ? null : schemaTypeOfPackage(around, type);
    }

    private static @Nullable XmlName schemaTypeOfPackage(AnnotationSet around, Class<?> type) {
        AnnotationInfo several = around.get(AnnotationKind.XML_SCHEMA_TYPES);
        if (several != null) {
            for (AnnotationInfo one : several.marks("value")) {
                if (one.type("type") == type) {
                    return name(one);
                }
            }
        }
        AnnotationInfo single = around.get(SCHEMA_TYPE);
        return single != null && single.type("type") == type ? name(single) : null;
    }

    private static XmlName name(AnnotationInfo schemaType) {
        return XmlName.of(schemaType.text("namespace", XMLConstants.W3C_XML_SCHEMA_NS_URI), schemaType.text("name"));
    }

    /** The content of an element declared by a registry's method, from the type of the method's parameter. */
    static @Nullable Content ofElement(ModelReader reader, Class<?> registry, Method method) {
        AnnotationSet annotations = reader.marked().of(registry).of(method);
        Object where = registry.getName() + "." + method.getName();
        Type type = method.getGenericParameterTypes()[0];
        Class<?> raw = GenericTypes.erasure(type);
        if (annotations.has(AnnotationKind.XML_IDREF)) {
            return new Content.Reference(raw);
        }
        AnnotationInfo adapter = adapter(reader, annotations, registry, raw);
        if (adapter != null) {
            return adapted(reader, adapter, where, annotations, registry);
        }
        if (Collection.class.isAssignableFrom(raw) || raw.isArray() && raw != byte[].class) {
            Type item = raw.isArray() ? raw.getComponentType() : GenericTypes.argument(type, Collection.class, 0);
            Content one = of(reader, item, where, annotations, registry);
            return one == null ? null : new Content.Items(one);
        }
        return of(reader, type, where, annotations, registry);
    }
}
