package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSchemaTypes;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What values are, by their types and what is said of them. */
final class Contents {
    private Contents() {}

    /** What an adapter makes of it. */
    static @Nullable Content adapted(
            ModelReader reader, XmlJavaTypeAdapter adapter, Object where, Annotations annotations, Class<?> home) {
        Class<? extends XmlAdapter<?, ?>> type = adapterType(adapter);
        Type value = Types.argument(type, XmlAdapter.class, 0);
        Class<?> raw = Types.erasure(value);
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

    @SuppressWarnings({"unchecked", "rawtypes"}) // the annotation's raw type
    private static Class<? extends XmlAdapter<?, ?>> adapterType(XmlJavaTypeAdapter adapter) {
        return (Class) adapter.value();
    }

    /** The adapter for a type: on the property, on the package, on the class itself. */
    static @Nullable XmlJavaTypeAdapter adapter(Annotations annotations, Class<?> home, Class<?> type) {
        XmlJavaTypeAdapter own = annotations.get(XmlJavaTypeAdapter.class);
        if (own != null && isFor(own, type)) {
            return own;
        }
        Package around = home.getPackage();
        if (around != null) {
            XmlJavaTypeAdapters several = around.getAnnotation(XmlJavaTypeAdapters.class);
            if (several != null) {
                for (XmlJavaTypeAdapter one : several.value()) {
                    if (one.type() == type || one.type() == XmlJavaTypeAdapter.DEFAULT.class && isFor(one, type)) {
                        return one;
                    }
                }
            }
            XmlJavaTypeAdapter single = around.getAnnotation(XmlJavaTypeAdapter.class);
            if (single != null && (single.type() == type || isFor(single, type))) {
                return single;
            }
        }
        XmlJavaTypeAdapter onType = type.getAnnotation(XmlJavaTypeAdapter.class);
        return onType != null && isFor(onType, type) ? onType : null;
    }

    /** Whether an adapter makes values of a type. */
    static boolean isFor(XmlJavaTypeAdapter adapter, Class<?> type) {
        if (adapter.type() == type) {
            return true;
        }
        Class<?> target = Types.erasure(Types.argument(adapter.value(), XmlAdapter.class, 1));
        return target.isAssignableFrom(boxed(type));
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** What a type holds by its annotations; null after a problem. */
    static @Nullable Content of(ModelReader reader, Type type, Object where, Annotations annotations, Class<?> home) {
        Class<?> raw = Types.erasure(type);
        if (raw == Object.class || raw.getName().equals("org.w3c.dom.Element")) {
            return new Content.Anything();
        }
        if (SimpleType.isSimple(raw)) {
            SimpleType simple = SimpleType.of(raw, schemaType(annotations, home, raw));
            XmlMimeType mime = annotations.get(XmlMimeType.class);
            if (simple.isBinary()) {
                return new Content.Binary(
                        simple,
                        mime == null ? null : mime.value(),
                        annotations.has(XmlInlineBinaryData.class),
                        annotations.has(XmlAttachmentRef.class));
            }
            return new Content.Simple(simple);
        }
        if (Map.class.isAssignableFrom(raw)) {
            Content key = of(reader, Types.argument(type, Map.class, 0), where, NOTHING_SAID, home);
            Content value = of(reader, Types.argument(type, Map.class, 1), where, NOTHING_SAID, home);
            String namespace = Names.elementsAreQualified(home) ? reader.namespaceOf(home) : "";
            return key == null || value == null ? null : new Content.Entries(raw, namespace, key, value);
        }
        if (JAXBElement.class.isAssignableFrom(raw)) {
            reader.problem(where, "a JAXBElement must be marked with XmlElementRef or XmlAnyElement");
            return null;
        }
        return reader.content(raw, where);
    }

    /** What a type holds of which no property says anything; null after a problem. */
    static @Nullable Content plain(ModelReader reader, Class<?> type, Object where) {
        return of(reader, type, where, NOTHING_SAID, type);
    }

    private static final Annotations NOTHING_SAID = new Annotations(List.of());

    /** The schema type that is told for a class: on the property or on the package. */
    private static @Nullable XmlName schemaType(Annotations annotations, Class<?> home, Class<?> type) {
        XmlSchemaType own = annotations.get(XmlSchemaType.class);
        if (own != null) {
            return XmlName.of(own.namespace(), own.name());
        }
        Package around = home.getPackage();
        if (around != null) {
            XmlSchemaTypes several = around.getAnnotation(XmlSchemaTypes.class);
            if (several != null) {
                for (XmlSchemaType one : several.value()) {
                    if (one.type() == type) {
                        return XmlName.of(one.namespace(), one.name());
                    }
                }
            }
            XmlSchemaType single = around.getAnnotation(XmlSchemaType.class);
            if (single != null && single.type() == type) {
                return XmlName.of(single.namespace(), single.name());
            }
        }
        return null;
    }

    /** What the parameter of a registry's method says of an element. */
    static @Nullable Content ofElement(ModelReader reader, Class<?> registry, Method method) {
        Annotations annotations = new Annotations(List.of(method));
        Object where = registry.getName() + "." + method.getName();
        Type type = method.getGenericParameterTypes()[0];
        Class<?> raw = Types.erasure(type);
        if (annotations.has(XmlIDREF.class)) {
            return new Content.Reference(raw);
        }
        XmlJavaTypeAdapter adapter = adapter(annotations, registry, raw);
        if (adapter != null) {
            return adapted(reader, adapter, where, annotations, registry);
        }
        if (Collection.class.isAssignableFrom(raw) || raw.isArray() && raw != byte[].class) {
            Type item = raw.isArray() ? raw.getComponentType() : Types.argument(type, Collection.class, 0);
            Content one = of(reader, item, where, annotations, registry);
            return one == null ? null : new Content.Items(one);
        }
        return of(reader, type, where, annotations, registry);
    }
}
