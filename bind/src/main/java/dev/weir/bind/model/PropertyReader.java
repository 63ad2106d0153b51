package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.DomHandler;
import jakarta.xml.bind.annotation.W3CDomHandler;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the properties of one class (Jakarta XML Binding 4.0, chapter 8). */
final class PropertyReader {
    // XmlAccessType by name, as creating an enum constant from a name takes reflection.
    private static final String FIELD = "FIELD";
    private static final String PROPERTY = "PROPERTY";
    private static final String PUBLIC_MEMBER = "PUBLIC_MEMBER";

    /** A field with one of these is ignored. */
    private static final long NO_PROPERTY = AnnotationKind.LOCATION.bit | AnnotationKind.XML_TRANSIENT.bit;

    /**
     * A property with one of these is a {@link Property.Kind#REFERENCE}, unless it has an annotation of another kind.
     */
    private static final long REFERENCE = AnnotationKind.XML_ELEMENT_REF.bit
            | AnnotationKind.XML_ELEMENT_REFS.bit
            | AnnotationKind.XML_ANY_ELEMENT.bit
            | AnnotationKind.XML_MIXED.bit;

    /** A property has annotations of at most one of these: each says where its values are (section 8.9). */
    private static final long[] PLACES = {
        AnnotationKind.XML_ANY_ATTRIBUTE.bit,
        AnnotationKind.XML_ATTRIBUTE.bit,
        AnnotationKind.XML_VALUE.bit,
        REFERENCE,
        AnnotationKind.XML_ELEMENT.bit | AnnotationKind.XML_ELEMENTS.bit
    };

    private final ModelReader reader;
    private final BoundClass bound;
    private final List<Property> found = new ArrayList<>();
    private int places;

    /** The number of field and method lists read: within a single list, names are unique. */
    private int sources;

    /** The first one of {@link Property.Kind#VALUE}. */
    private @Nullable Property text;

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
        if (sources > 1) {
            checkNames();
        }
        if (text != null) {
            checkText(text);
        }
        bound.own.addAll(found);
    }

    /** The next index of a constructor value, for a class whose objects are created from values; else -1. */
    private int place() {
        return bound.construction() == null ? -1 : places++;
    }

    /** Reads record components, whose annotations are on the field and the accessor method. */
    private void components() {
        Class<?> type = bound.type();
        AnnotatedClass source = reader.marked().of(type);
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            AnnotationSet annotations = source.ofField(name).and(source.of(component.getAccessor()));
            if (!annotations.has(AnnotationKind.XML_TRANSIENT)) {
                property(
                        name,
                        component.getGenericType(),
                        new Accessor(type, name, component.getAccessor(), null, place()),
                        annotations);
            }
        }
    }

    private void members() {
        List<Class<?>> classes = new ArrayList<>();
        classes.add(bound.type());
        for (Class<?> c = bound.type().getSuperclass();
                c != null && c != Object.class && reader.marked().has(c, AnnotationKind.XML_TRANSIENT);
                c = c.getSuperclass()) {
            classes.add(0, c);
        }
        for (Class<?> one : classes) {
            String access = access(one);
            AnnotatedClass marked = reader.marked().of(one);
            fields(marked, access);
            sources++;
            if (marked.mayMarkMethods() || access.equals(PROPERTY) || access.equals(PUBLIC_MEMBER)) {
                methods(marked, access);
                sources++;
            }
        }
    }

    /** The name of an XmlAccessType. */
    private String access(Class<?> type) {
        AnnotationInfo mark = reader.marked().inherited(type, AnnotationKind.XML_ACCESSOR_TYPE);
        if (mark == null) {
            mark = reader.home(type).access();
        }
        return mark == null ? PUBLIC_MEMBER : mark.text("value", PUBLIC_MEMBER);
    }

    private void fields(AnnotatedClass source, String access) {
        boolean all = access.equals(FIELD);
        boolean open = access.equals(PUBLIC_MEMBER);
        List<AnnotatedField> fields = source.fields();
        for (int i = 0; i < fields.size(); i++) {
            AnnotatedField field = fields.get(i);
            AnnotationSet annotations = field.marks();
            if (field.isSynthetic() || annotations.hasAny(NO_PROPERTY) || !field.isState()) {
                continue;
            }
            if (all || open && Modifier.isPublic(field.modifiers()) || annotations.bind()) {
                property(
                        field.name(),
                        field.type(),
                        new Accessor(source.type(), field.name(), null, null, place()),
                        annotations);
            }
        }
    }

    private void methods(AnnotatedClass source, String access) {
        // Sorted by name before it is decapitalised, so that getName comes before getURL.
        Map<String, Method> getters = new TreeMap<>();
        Map<String, Method> setters = new TreeMap<>();
        for (Method method : source.type().getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || method.isBridge() || method.isSynthetic()) {
                continue;
            }
            String name = method.getName();
            Class<?> returned = method.getReturnType();
            if (method.getParameterCount() == 0
                    && name.startsWith("get")
                    && name.length() > 3
                    && returned != void.class) {
                getters.put(name.substring(3), method);
            } else if (method.getParameterCount() == 0
                    && name.startsWith("is")
                    && name.length() > 2
                    && (returned == boolean.class || returned == Boolean.class)) {
                getters.put(name.substring(2), method);
            } else if (method.getParameterCount() == 1 && name.startsWith("set") && name.length() > 3) {
                String property = name.substring(3);
                Method other = setters.get(property);
                if (other == null || !isBetter(other, getter(source.type(), name))) {
                    setters.put(property, method);
                }
            }
        }
        Set<String> names = new TreeSet<>(getters.keySet());
        names.addAll(setters.keySet());
        for (String name : names) {
            method(source, access, DefaultNames.decapitalized(name), getters.get(name), setters.get(name));
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
            AnnotatedClass source, String access, String name, @Nullable Method getter, @Nullable Method setter) {
        AnnotationSet annotations = AnnotationSet.NONE;
        boolean open = true;
        for (Method method : new @Nullable Method[] {getter, setter}) {
            if (method != null) {
                annotations = annotations.and(source.of(method));
                open &= Modifier.isPublic(method.getModifiers());
            }
        }
        boolean annotated = annotations.bind();
        boolean wanted = getter != null
                && setter != null
                && (access.equals(PROPERTY) || access.equals(PUBLIC_MEMBER) && open)
                && !(overrides(getter, source.type()) && overrides(setter, source.type()));
        if (annotations.has(AnnotationKind.XML_TRANSIENT) || !annotated && !wanted) {
            return;
        }
        if (getter != null && setter != null && getter.getReturnType() != setter.getParameterTypes()[0]) {
            if (annotated) {
                reader.problem(
                        source.type().getName() + "." + name, "its getter and its setter are of different types");
            }
            return;
        }
        Type type = getter != null
                ? getter.getGenericReturnType()
                : setter != null ? setter.getGenericParameterTypes()[0] : Object.class;
        property(name, type, new Accessor(source.type(), null, getter, setter, place()), annotations);
    }

    private boolean overrides(Method method, Class<?> source) {
        for (Class<?> c = source.getSuperclass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (reader.marked().has(c, AnnotationKind.XML_TRANSIENT)) {
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
        AnnotationInfo said = reader.marked().get(bound.type(), AnnotationKind.XML_TYPE);
        List<String> order = said == null || !said.says("propOrder") ? List.of("") : said.texts("propOrder");
        if (order.size() == 1 && order.get(0).isEmpty()) {
            if (isAlphabetical()) {
                found.sort(Comparator.comparing(Property::name));
            }
        } else if (!order.isEmpty() && !isInOrder(order)) { // empty: xs:all
            sort(order);
        }
    }

    private void sort(List<String> order) {
        Map<String, @Nullable Property> places = new LinkedHashMap<>();
        for (String name : order) {
            places.put(name, null);
        }
        List<Property> sorted = new ArrayList<>(found.size());
        for (Property property : found) {
            boolean ordered = property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE;
            if (!places.containsKey(property.name())) {
                if (ordered) {
                    reader.problem(property.accessor(), "is an element that is missing in the propOrder of XmlType");
                }
                sorted.add(property);
            } else if (places.putIfAbsent(property.name(), property) != null) {
                sorted.add(property); // a duplicate name, which checkNames() reports
            }
        }
        for (Map.Entry<String, @Nullable Property> place : places.entrySet()) {
            Property property = place.getValue();
            if (property != null) {
                sorted.add(property);
            } else if (!reader.hasProblem(bound.type(), place.getKey())) {
                reader.problem(bound, "has no property " + place.getKey() + ", which the propOrder of XmlType names");
            }
        }
        found.clear();
        found.addAll(sorted);
    }

    /** Whether fields are in the order that XmlType specifies, as XJC generates them; moves attributes to the front. */
    private boolean isInOrder(List<String> order) {
        int attributes = 0;
        int ordered = 0;
        for (int i = 0; i < found.size(); i++) {
            Property property = found.get(i);
            if (ordered < order.size() && property.name().equals(order.get(ordered))) {
                ordered++;
            } else if (property.kind() == Property.Kind.ATTRIBUTE && !order.contains(property.name())) {
                if (ordered > 0) {
                    found.add(attributes, found.remove(i));
                }
                attributes++;
            } else {
                return false;
            }
        }
        return ordered == order.size();
    }

    private boolean isAlphabetical() {
        AnnotationInfo wanted = reader.marked().inherited(bound.type(), AnnotationKind.XML_ACCESSOR_ORDER);
        if (wanted == null) {
            wanted = reader.home(bound.type()).marks().get(AnnotationKind.XML_ACCESSOR_ORDER);
        }
        return wanted != null && wanted.text("value").equals("ALPHABETICAL");
    }

    private void checkNames() {
        Map<String, Property> names = new HashMap<>();
        for (Property property : found) {
            Property same = names.put(property.name(), property);
            if (same != null) {
                reader.problem(
                        bound,
                        "has two properties of the name " + property.name() + ": " + same.accessor() + " and "
                                + property.accessor() + "; mark one with XmlTransient, or change XmlAccessorType");
            }
        }
    }

    /** Reports a second XmlValue, and elements beside the XmlValue. */
    private void checkText(Property value) {
        for (Property property : found) {
            if (property.kind() == Property.Kind.VALUE && property != value) {
                reader.problem(property.accessor(), "is a second XmlValue beside " + value.accessor());
            } else if (property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE) {
                reader.problem(property.accessor(), "is an element beside the XmlValue " + value.accessor());
            }
        }
    }

    // ---------------------------------------------------------------- one property

    private void property(String name, Type type, Accessor accessor, AnnotationSet annotations) {
        Class<?> raw = GenericTypes.erasure(type);
        AnnotationInfo whole = annotations.get(AnnotationKind.XML_JAVA_TYPE_ADAPTER);
        boolean adapted = whole != null && ContentResolver.isFor(whole, raw);
        Property.Shape shape = Property.Shape.ONE;
        Type item = type;
        if (!adapted && Collection.class.isAssignableFrom(raw)) {
            shape = Property.Shape.COLLECTION;
            item = GenericTypes.argument(type, Collection.class, 0);
        } else if (!adapted && raw.isArray() && raw != byte[].class) {
            shape = Property.Shape.ARRAY;
            item = type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
        }
        Class<?> itemType = GenericTypes.erasure(item);
        Draft draft = new Draft(name, accessor, annotations, shape, raw, item, itemType);
        Property property;
        if (annotations.isEmpty()) {
            property = element(draft);
        } else if (!isInOnePlace(draft)) {
            property = null;
        } else if (annotations.has(AnnotationKind.XML_ANY_ATTRIBUTE)) {
            property = anyAttribute(draft);
        } else if (annotations.has(AnnotationKind.XML_ATTRIBUTE)) {
            property = attribute(draft);
        } else if (annotations.has(AnnotationKind.XML_VALUE)) {
            property = value(draft);
        } else if (annotations.hasAny(REFERENCE)) {
            property = reference(draft);
        } else {
            property = element(draft);
        }
        if (property != null) {
            found.add(property);
        }
    }

    private boolean isInOnePlace(Draft draft) {
        AnnotationSet annotations = draft.annotations;
        int places = 0;
        for (long place : PLACES) {
            places += annotations.hasAny(place) ? 1 : 0;
        }
        if (places > 1) {
            reader.problem(draft.accessor, "has annotations that exclude each other: " + annotations);
        }
        boolean mixed = annotations.has(AnnotationKind.XML_MIXED) && draft.shape == Property.Shape.ONE;
        if (mixed) {
            reader.problem(draft.accessor, "XmlMixed stands on a list or an array: text comes between elements");
        }
        return places <= 1 && !mixed;
    }

    private @Nullable Property anyAttribute(Draft draft) {
        if (draft.raw != Map.class) {
            reader.problem(draft.accessor, "XmlAnyAttribute stands on a Map<QName, String>");
            return null;
        }
        return draft.of(Property.Kind.ANY_ATTRIBUTE, List.of(), null, null, null);
    }

    private @Nullable Property value(Draft draft) {
        boolean list = draft.annotations.has(AnnotationKind.XML_LIST) || draft.shape != Property.Shape.ONE;
        Content content = items(draft, list);
        if (content == null) {
            return null;
        }
        Property made = draft.of(Property.Kind.VALUE, List.of(), null, content, null);
        if (text == null) {
            text = made;
        }
        return made;
    }

    /** The facts about a property that are known before its kind. */
    private final class Draft {
        final String name;
        final Accessor accessor;
        final AnnotationSet annotations;
        final Property.Shape shape;
        final Class<?> raw;
        final Type item;
        final Class<?> itemType;

        Draft(
                String name,
                Accessor accessor,
                AnnotationSet annotations,
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
            boolean reference = kind == Property.Kind.REFERENCE;
            AnnotationInfo any = reference ? annotations.get(AnnotationKind.XML_ANY_ELEMENT) : null;
            AnnotationInfo asAttribute = annotations.get(AnnotationKind.XML_ATTRIBUTE);
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
                    reference ? new ArrayList<>() : List.of(),
                    any == null ? null : wildcard(any),
                    reference && annotations.has(AnnotationKind.XML_MIXED),
                    asAttribute != null && asAttribute.flag("required"),
                    annotations.has(AnnotationKind.XML_ID));
        }

        /** The name specified by an annotation that has a namespace and a name, or the default name if it is null. */
        XmlName elementName(@Nullable AnnotationInfo mark) {
            String namespace = mark == null ? AnnotationInfo.DEFAULT : mark.text("namespace");
            String local = mark == null ? AnnotationInfo.DEFAULT : mark.text("name");
            String uri = namespace.equals(AnnotationInfo.DEFAULT) ? elementNamespace() : namespace;
            reader.namespace(uri, true);
            return XmlName.of(uri, local.equals(AnnotationInfo.DEFAULT) ? name : local);
        }

        String elementNamespace() {
            return reader.home(bound.type()).elementsAreQualified() ? typeNamespace() : "";
        }

        String typeNamespace() {
            XmlName typeName = bound.typeName();
            return typeName != null
                    ? typeName.namespace()
                    : reader.home(bound.type()).namespace();
        }

        /** The element that encloses the items; null for none. */
        @Nullable ElementUse wrapper() {
            AnnotationInfo mark = annotations.get(AnnotationKind.XML_ELEMENT_WRAPPER);
            return mark == null
                    ? null
                    : new ElementUse(
                            elementName(mark),
                            raw,
                            new Content.Anything(),
                            mark.flag("nillable"),
                            mark.flag("required"),
                            null);
        }
    }

    private @Nullable Property attribute(Draft draft) {
        AnnotationInfo mark = draft.annotations.get(AnnotationKind.XML_ATTRIBUTE);
        if (mark == null) {
            return null;
        }
        String namespace = mark.text("namespace");
        if (namespace.equals(AnnotationInfo.DEFAULT)) {
            namespace = reader.home(bound.type()).attributesAreQualified() ? draft.typeNamespace() : "";
        }
        reader.namespace(namespace, false);
        String local = mark.text("name");
        XmlName name =
                XmlName.of(namespace, local.equals(AnnotationInfo.DEFAULT) ? DefaultNames.joined(draft.name) : local);
        Content content = items(draft, draft.shape != Property.Shape.ONE);
        if (content == null) {
            return null;
        }
        return draft.of(Property.Kind.ATTRIBUTE, List.of(), name, content, null);
    }

    /** The content of a text: a simple value, or a list of them. */
    private @Nullable Content items(Draft draft, boolean list) {
        Content item = content(draft, draft.item, null);
        if (item instanceof Content.Bean bean) {
            reader.mustBeSimple(draft.accessor, bean.bound());
            item = new Content.Wrapped(bean.bound());
        }
        return item == null || !list ? item : new Content.Items(item);
    }

    private @Nullable Property element(Draft draft) {
        AnnotationInfo several = draft.annotations.get(AnnotationKind.XML_ELEMENTS);
        if (several == null) {
            ElementUse use = use(draft, draft.annotations.get(AnnotationKind.XML_ELEMENT));
            if (use != null && use.content() instanceof Content.Entries entries) {
                return map(draft, entries);
            }
            return use == null ? null : draft.of(Property.Kind.ELEMENT, List.of(use), null, null, draft.wrapper());
        }
        return choice(draft, several);
    }

    /**
     * XmlElementWrapper, not XmlElement, names the element that encloses the entries, as in the reference
     * implementation.
     */
    private static Property map(Draft draft, Content.Entries entries) {
        AnnotationInfo mark = draft.annotations.get(AnnotationKind.XML_ELEMENT_WRAPPER);
        ElementUse use = new ElementUse(
                draft.elementName(mark),
                draft.itemType,
                entries,
                mark != null && mark.flag("nillable"),
                mark != null && mark.flag("required"),
                null);
        return draft.of(Property.Kind.ELEMENT, List.of(use), null, null, null);
    }

    private @Nullable Property choice(Draft draft, AnnotationInfo several) {
        List<ElementUse> uses = new ArrayList<>();
        for (AnnotationInfo one : several.marks("value")) {
            ElementUse use = use(draft, one);
            if (use == null) {
                return null;
            }
            uses.add(use);
        }
        return draft.of(Property.Kind.ELEMENT, List.copyOf(uses), null, null, draft.wrapper());
    }

    private @Nullable ElementUse use(Draft draft, @Nullable AnnotationInfo mark) {
        Class<?> explicit = mark == null ? null : mark.type("type");
        Content content = content(draft, explicit == null ? draft.item : explicit, explicit);
        if (content == null) {
            return null;
        }
        boolean list = draft.annotations.has(AnnotationKind.XML_LIST);
        if (list) {
            content = new Content.Items(content);
        }
        return new ElementUse(
                draft.elementName(mark),
                explicit == null ? draft.itemType : explicit,
                content,
                mark == null ? !list && draft.shape != Property.Shape.ONE : mark.flag("nillable"),
                mark != null && mark.flag("required"),
                mark == null ? null : mark.defaultValue());
    }

    private Property reference(Draft draft) {
        List<AnnotationInfo> references = new ArrayList<>();
        AnnotationInfo single = draft.annotations.get(AnnotationKind.XML_ELEMENT_REF);
        AnnotationInfo several = draft.annotations.get(AnnotationKind.XML_ELEMENT_REFS);
        if (single != null) {
            references.add(single);
        }
        if (several != null) {
            references.addAll(several.marks("value"));
        }
        for (AnnotationInfo reference : references) {
            Class<?> explicit = reference.type("type");
            Class<?> type = explicit == null ? draft.itemType : explicit;
            reader.registryBeside(draft.accessor.declaring());
            if (!JAXBElement.class.isAssignableFrom(type)
                    && type != Object.class
                    && !type.isInterface()
                    && !SimpleType.isSimple(type)) {
                reader.classOf(type);
                reader.registryBeside(type);
            }
        }
        Property property = draft.of(Property.Kind.REFERENCE, List.of(), null, null, draft.wrapper());
        reader.pending(new PendingReferences(property, bound.type(), reader.home(bound.type()), references));
        return property;
    }

    @SuppressWarnings("unchecked") // as the annotation's own element says
    private static Wildcard wildcard(AnnotationInfo any) {
        Class<?> handler = any.type("value");
        return new Wildcard(
                any.flag("lax"), handler == null ? W3CDomHandler.class : (Class<? extends DomHandler<?, ?>>) handler);
    }

    // ---------------------------------------------------------------- content of values

    private @Nullable Content content(Draft draft, Type type, @Nullable Class<?> explicit) {
        AnnotationSet annotations = draft.annotations;
        Class<?> raw = GenericTypes.erasure(type);
        if (annotations.has(AnnotationKind.XML_IDREF)) {
            if (!SimpleType.isSimple(raw) && raw != Object.class && !raw.isInterface()) {
                reader.content(raw, draft.accessor);
            }
            return new Content.Reference(raw);
        }
        Class<?> declared = draft.itemType;
        AnnotationInfo adapter = ContentResolver.adapter(reader, annotations, bound.type(), declared);
        if (adapter == null && explicit != null) {
            adapter = ContentResolver.adapter(reader, annotations, bound.type(), explicit);
        }
        if (adapter != null) {
            return ContentResolver.adapted(reader, adapter, draft.accessor, annotations, bound.type());
        }
        return ContentResolver.of(reader, type, draft.accessor, annotations, bound.type());
    }
}
