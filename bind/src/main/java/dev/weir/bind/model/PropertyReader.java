package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessOrder;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorOrder;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the properties of one class (Jakarta XML Binding 4.0, chapter 8). */
final class PropertyReader {
    private final ModelReader reader;
    private final BoundClass bound;
    private final List<Property> found = new ArrayList<>();
    private int places;

    PropertyReader(ModelReader reader, BoundClass bound) {
        this.reader = reader;
        this.bound = bound;
    }

    void read() {
        if (bound.type().isRecord()) {
            components();
        } else {
            members();
        }
        order();
        check();
        bound.own.addAll(found);
    }

    /** For a class whose objects are made of their values. */
    private int place() {
        return bound.construction() == null ? -1 : places++;
    }

    /** What is said of a component stands on its field and its method. */
    private void components() {
        Class<?> type = bound.type();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                Field field = type.getDeclaredField(component.getName());
                Annotations annotations = new Annotations(List.of(field, component.getAccessor()));
                if (!annotations.has(XmlTransient.class)) {
                    property(
                            component.getName(),
                            component.getGenericType(),
                            new Accessor(type, field, component.getAccessor(), null, place()),
                            annotations);
                }
            } catch (NoSuchFieldException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private void members() {
        List<Class<?>> sources = new ArrayList<>();
        sources.add(bound.type());
        for (Class<?> c = bound.type().getSuperclass();
                c != null && c != Object.class && c.isAnnotationPresent(XmlTransient.class);
                c = c.getSuperclass()) {
            sources.add(0, c);
        }
        for (Class<?> source : sources) {
            XmlAccessType access = access(source);
            fields(source, access);
            methods(source, access);
        }
    }

    private static XmlAccessType access(Class<?> type) {
        XmlAccessorType annotation = type.getAnnotation(XmlAccessorType.class);
        if (annotation == null && type.getPackage() != null) {
            annotation = type.getPackage().getAnnotation(XmlAccessorType.class);
        }
        return annotation == null ? XmlAccessType.PUBLIC_MEMBER : annotation.value();
    }

    private void fields(Class<?> source, XmlAccessType access) {
        for (Field field : source.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            boolean annotated = Annotations.bind(field);
            if (field.isSynthetic()
                    || Annotations.isLocation(field)
                    || field.isAnnotationPresent(XmlTransient.class)
                    || Modifier.isStatic(modifiers)
                    || Modifier.isTransient(modifiers) && !annotated) {
                continue;
            }
            boolean wanted = annotated
                    || access == XmlAccessType.FIELD
                    || access == XmlAccessType.PUBLIC_MEMBER && Modifier.isPublic(modifiers);
            if (wanted) {
                property(
                        field.getName(),
                        field.getGenericType(),
                        new Accessor(source, field, null, null, place()),
                        new Annotations(List.of(field)));
            }
        }
    }

    private void methods(Class<?> source, XmlAccessType access) {
        Map<String, Method> getters = new TreeMap<>();
        Map<String, Method> setters = new TreeMap<>();
        for (Method method : source.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || method.isBridge() || method.isSynthetic()) {
                continue;
            }
            String name = method.getName();
            Class<?> returned = method.getReturnType();
            if (method.getParameterCount() == 0
                    && name.startsWith("get")
                    && name.length() > 3
                    && returned != void.class) {
                getters.put(Names.decapitalized(name.substring(3)), method);
            } else if (method.getParameterCount() == 0
                    && name.startsWith("is")
                    && name.length() > 2
                    && (returned == boolean.class || returned == Boolean.class)) {
                getters.put(Names.decapitalized(name.substring(2)), method);
            } else if (method.getParameterCount() == 1 && name.startsWith("set") && name.length() > 3) {
                setters.merge(
                        Names.decapitalized(name.substring(3)),
                        method,
                        (one, other) -> isBetter(one, getter(source, name)) ? one : other);
            }
        }
        Set<String> names = new TreeSet<>(getters.keySet());
        names.addAll(setters.keySet());
        for (String name : names) {
            method(source, access, name, getters.get(name), setters.get(name));
        }
    }

    private static @Nullable Class<?> getter(Class<?> source, String setter) {
        try {
            return source.getDeclaredMethod("get" + setter.substring(3)).getReturnType();
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    private static boolean isBetter(Method setter, @Nullable Class<?> type) {
        return type == null || setter.getParameterTypes()[0] == type;
    }

    private void method(
            Class<?> source, XmlAccessType access, String name, @Nullable Method getter, @Nullable Method setter) {
        List<AnnotatedElement> places = new ArrayList<>();
        boolean annotated = false;
        boolean open = true;
        for (Method method : Arrays.asList(getter, setter)) {
            if (method != null) {
                places.add(method);
                annotated |= Annotations.bind(method);
                open &= Modifier.isPublic(method.getModifiers());
            }
        }
        Annotations annotations = new Annotations(places);
        boolean wanted = getter != null
                && setter != null
                && (access == XmlAccessType.PROPERTY || access == XmlAccessType.PUBLIC_MEMBER && open)
                && !(overrides(getter, source) && overrides(setter, source));
        if (annotations.has(XmlTransient.class) || !annotated && !wanted) {
            return;
        }
        if (getter != null && setter != null && getter.getReturnType() != setter.getParameterTypes()[0]) {
            if (annotated) {
                reader.problem(source.getName() + "." + name, "its getter and its setter are of different types");
            }
            return;
        }
        Type type = getter != null
                ? getter.getGenericReturnType()
                : setter != null ? setter.getGenericParameterTypes()[0] : Object.class;
        property(name, type, new Accessor(source, null, getter, setter, place()), annotations);
    }

    private static boolean overrides(Method method, Class<?> source) {
        for (Class<?> c = source.getSuperclass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (c.isAnnotationPresent(XmlTransient.class)) {
                continue;
            }
            for (Method other : c.getDeclaredMethods()) {
                if (other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void order() {
        XmlType annotation = bound.type().getAnnotation(XmlType.class);
        String[] order = annotation == null ? new String[] {""} : annotation.propOrder();
        if (order.length == 1 && order[0].isEmpty()) {
            XmlAccessorOrder wanted = bound.type().getAnnotation(XmlAccessorOrder.class);
            if (wanted == null && bound.type().getPackage() != null) {
                wanted = bound.type().getPackage().getAnnotation(XmlAccessorOrder.class);
            }
            if (wanted != null && wanted.value() == XmlAccessOrder.ALPHABETICAL) {
                found.sort(Comparator.comparing(Property::name));
            }
            return;
        }
        if (order.length == 0) {
            return; // xs:all
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        for (String name : order) {
            places.put(name, places.size());
        }
        for (Property property : found) {
            boolean ordered = property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE;
            if (ordered && !places.containsKey(property.name())) {
                reader.problem(property.accessor(), "is an element that is missing in the propOrder of XmlType");
            }
        }
        Set<String> names = new HashSet<>();
        found.forEach(property -> names.add(property.name()));
        for (String name : order) {
            if (!names.contains(name)) {
                reader.problem(bound, "has no property " + name + ", which the propOrder of XmlType names");
            }
        }
        found.sort(Comparator.comparing(property -> places.getOrDefault(property.name(), -1)));
    }

    private void check() {
        Map<Object, Property> names = new LinkedHashMap<>();
        Property value = null;
        for (Property property : found) {
            Property same = names.put(property.name(), property);
            if (same != null) {
                reader.problem(
                        bound,
                        "has two properties of the name " + property.name() + ": " + same.accessor() + " and "
                                + property.accessor() + "; mark one with XmlTransient, or change XmlAccessorType");
            }
            if (property.kind() == Property.Kind.VALUE) {
                if (value != null) {
                    reader.problem(property.accessor(), "is a second XmlValue beside " + value.accessor());
                }
                value = property;
            }
        }
        if (value != null) {
            for (Property property : found) {
                if (property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE) {
                    reader.problem(property.accessor(), "is an element beside the XmlValue " + value.accessor());
                }
            }
        }
    }

    // ---------------------------------------------------------------- one property

    private void property(String name, Type type, Accessor accessor, Annotations annotations) {
        Class<?> raw = Types.erasure(type);
        XmlJavaTypeAdapter whole = annotations.get(XmlJavaTypeAdapter.class);
        boolean adapted = whole != null && Contents.isFor(whole, raw);
        Property.Shape shape = Property.Shape.ONE;
        Type item = type;
        if (!adapted && Collection.class.isAssignableFrom(raw)) {
            shape = Property.Shape.COLLECTION;
            item = Types.argument(type, Collection.class, 0);
        } else if (!adapted && raw.isArray() && raw != byte[].class) {
            shape = Property.Shape.ARRAY;
            item = type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
        }
        Class<?> itemType = Types.erasure(item);
        Draft draft = new Draft(name, accessor, annotations, shape, raw, item, itemType);
        Property property;
        if (annotations.has(XmlAnyAttribute.class)) {
            if (raw != Map.class) {
                reader.problem(accessor, "XmlAnyAttribute stands on a Map<QName, String>");
                return;
            }
            property = draft.of(Property.Kind.ANY_ATTRIBUTE, List.of(), null, null, null);
        } else if (annotations.has(XmlAttribute.class)) {
            property = attribute(draft);
        } else if (annotations.has(XmlValue.class)) {
            Content content = items(draft, annotations.has(XmlList.class) || shape != Property.Shape.ONE);
            property = content == null ? null : draft.of(Property.Kind.VALUE, List.of(), null, content, null);
        } else if (annotations.has(XmlElementRef.class)
                || annotations.has(XmlElementRefs.class)
                || annotations.has(XmlAnyElement.class)
                || annotations.has(XmlMixed.class)) {
            property = reference(draft);
        } else {
            property = element(draft);
        }
        if (property != null) {
            found.add(property);
        }
    }

    /** What is known of a property before its kind. */
    private final class Draft {
        final String name;
        final Accessor accessor;
        final Annotations annotations;
        final Property.Shape shape;
        final Class<?> raw;
        final Type item;
        final Class<?> itemType;

        Draft(
                String name,
                Accessor accessor,
                Annotations annotations,
                Property.Shape shape,
                Class<?> raw,
                Type item,
                Class<?> itemType) {
            this.name = name;
            this.accessor = accessor;
            this.annotations = annotations;
            this.shape = shape;
            this.raw = raw;
            this.item = item;
            this.itemType = itemType;
        }

        Property of(
                Property.Kind kind,
                List<ElementUse> elements,
                @Nullable XmlName attribute,
                @Nullable Content content,
                @Nullable ElementUse wrapper) {
            XmlAnyElement any = annotations.get(XmlAnyElement.class);
            XmlAttribute asAttribute = annotations.get(XmlAttribute.class);
            return new Property(
                    name,
                    kind,
                    accessor,
                    shape,
                    raw,
                    itemType,
                    elements,
                    attribute,
                    content,
                    wrapper,
                    new ArrayList<>(),
                    any == null ? null : new Wildcard(any.lax(), any.value()),
                    annotations.has(XmlMixed.class),
                    asAttribute != null && asAttribute.required(),
                    annotations.has(XmlID.class));
        }

        XmlName elementName(String namespace, String local) {
            String uri = namespace.equals(Names.DEFAULT) ? elementNamespace() : namespace;
            reader.namespace(uri, true);
            return XmlName.of(uri, local.equals(Names.DEFAULT) ? name : local);
        }

        String elementNamespace() {
            if (!Names.elementsAreQualified(bound.type())) {
                return "";
            }
            XmlName typeName = bound.typeName();
            return typeName != null ? typeName.namespace() : reader.namespaceOf(bound.type());
        }
    }

    private @Nullable Property attribute(Draft draft) {
        XmlAttribute annotation = draft.annotations.get(XmlAttribute.class);
        if (annotation == null) {
            return null;
        }
        String namespace = annotation.namespace();
        if (namespace.equals(Names.DEFAULT)) {
            namespace = Names.attributesAreQualified(bound.type()) ? reader.namespaceOf(bound.type()) : "";
        }
        reader.namespace(namespace, false);
        XmlName name = XmlName.of(namespace, annotation.name().equals(Names.DEFAULT) ? draft.name : annotation.name());
        Content content = items(draft, draft.shape != Property.Shape.ONE);
        if (content == null) {
            return null;
        }
        return draft.of(Property.Kind.ATTRIBUTE, List.of(), name, content, null);
    }

    /** The content of one text: a simple value, or a list of them. */
    private @Nullable Content items(Draft draft, boolean list) {
        Content item = content(draft, draft.item, null);
        if (item instanceof Content.Bean bean) {
            reader.mustBeSimple(draft.accessor, bean.bound());
            item = new Content.Wrapped(bean.bound());
        }
        return item == null || !list ? item : new Content.Items(item);
    }

    private @Nullable Property element(Draft draft) {
        XmlElementWrapper wrapping = draft.annotations.get(XmlElementWrapper.class);
        XmlElements several = draft.annotations.get(XmlElements.class);
        XmlElement single = draft.annotations.get(XmlElement.class);
        List<ElementUse> uses = new ArrayList<>();
        XmlElement[] all = several != null ? several.value() : new @Nullable XmlElement[] {single};
        for (XmlElement one : all) {
            ElementUse use = use(draft, one);
            if (use == null) {
                return null;
            }
            uses.add(use);
        }
        ElementUse wrapper = null;
        if (wrapping != null) {
            wrapper = new ElementUse(
                    draft.elementName(wrapping.namespace(), wrapping.name()),
                    draft.raw,
                    new Content.Anything(),
                    wrapping.nillable(),
                    wrapping.required(),
                    null);
        }
        return draft.of(Property.Kind.ELEMENT, List.copyOf(uses), null, null, wrapper);
    }

    private @Nullable ElementUse use(Draft draft, @Nullable XmlElement annotation) {
        Class<?> told = annotation == null || annotation.type() == XmlElement.DEFAULT.class ? null : annotation.type();
        Content content = content(draft, told == null ? draft.item : told, told);
        if (content == null) {
            return null;
        }
        if (draft.annotations.has(XmlList.class)) {
            content = new Content.Items(content);
        }
        String defaultValue =
                annotation == null || annotation.defaultValue().equals("\u0000") ? null : annotation.defaultValue();
        boolean nillable = annotation != null && annotation.nillable();
        return new ElementUse(
                annotation == null
                        ? draft.elementName(Names.DEFAULT, Names.DEFAULT)
                        : draft.elementName(annotation.namespace(), annotation.name()),
                told == null ? draft.itemType : told,
                content,
                nillable,
                annotation != null && annotation.required(),
                defaultValue);
    }

    private Property reference(Draft draft) {
        List<XmlElementRef> references = new ArrayList<>();
        XmlElementRef single = draft.annotations.get(XmlElementRef.class);
        XmlElementRefs several = draft.annotations.get(XmlElementRefs.class);
        if (single != null) {
            references.add(single);
        }
        if (several != null) {
            references.addAll(List.of(several.value()));
        }
        for (XmlElementRef reference : references) {
            Class<?> type = reference.type() == XmlElementRef.DEFAULT.class ? draft.itemType : reference.type();
            reader.registryBeside(draft.accessor.declaring());
            if (!JAXBElement.class.isAssignableFrom(type)
                    && type != Object.class
                    && !type.isInterface()
                    && !SimpleType.isSimple(type)) {
                reader.classOf(type);
                reader.registryBeside(type);
            }
        }
        XmlElementWrapper wrapping = draft.annotations.get(XmlElementWrapper.class);
        ElementUse wrapper = wrapping == null
                ? null
                : new ElementUse(
                        draft.elementName(wrapping.namespace(), wrapping.name()),
                        draft.raw,
                        new Content.Anything(),
                        wrapping.nillable(),
                        wrapping.required(),
                        null);
        Property property = draft.of(Property.Kind.REFERENCE, List.of(), null, null, wrapper);
        reader.pending(new PendingReferences(property, bound.type(), references));
        return property;
    }

    // ---------------------------------------------------------------- what a value is

    private @Nullable Content content(Draft draft, Type type, @Nullable Class<?> told) {
        Annotations annotations = draft.annotations;
        Class<?> raw = Types.erasure(type);
        if (annotations.has(XmlIDREF.class)) {
            if (!SimpleType.isSimple(raw) && raw != Object.class && !raw.isInterface()) {
                reader.content(raw, draft.accessor);
            }
            return new Content.Reference(raw);
        }
        Class<?> declared = draft.itemType;
        XmlJavaTypeAdapter adapter = Contents.adapter(annotations, bound.type(), declared);
        if (adapter == null && told != null) {
            adapter = Contents.adapter(annotations, bound.type(), told);
        }
        if (adapter != null) {
            return Contents.adapted(reader, adapter, draft.accessor, annotations, bound.type());
        }
        return Contents.of(reader, type, draft.accessor, annotations, bound.type());
    }
}
