package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Locator;

/**
 * Reads classes and all classes reachable from them into a {@link BindingModel}. Problems are collected, and reported
 * together in one exception, each with its class and member. Not thread-safe; one instance per model.
 */
public final class ModelReader {
    private final BindingModel model = new BindingModel();
    private final AnnotatedClasses marked;
    private final List<ModelException.Problem> problems = new ArrayList<>();
    private final Deque<BoundClass> unread = new ArrayDeque<>();
    private final Set<Class<?>> registries = new HashSet<>();
    private final List<PendingReferences> pending = new ArrayList<>();

    /** The packages whose registry was searched for. */
    private final Set<Package> looked = new HashSet<>();

    /** Classes that must turn out to hold a simple value once all are read, by the property that requires it. */
    private final Map<Accessor, BoundClass> simple = new LinkedHashMap<>();

    /** The namespace recorded last, as most properties of a class have the same. */
    private @Nullable String lastNamespace;

    private boolean lastOfElement;

    private ModelReader(AnnotatedClasses marked) {
        this.marked = marked;
    }

    /** Reads the model of some classes, registries among them, and of all classes reachable from these. */
    public static BindingModel read(Collection<Class<?>> classes) throws JAXBException {
        return read(classes, "");
    }

    /**
     * As above, with a default namespace.
     *
     * @param defaultNamespace of the types and global elements of packages without XmlSchema
     */
    public static BindingModel read(Collection<Class<?>> classes, String defaultNamespace) throws JAXBException {
        try (AnnotatedClasses marked = AnnotatedClasses.usual(defaultNamespace)) {
            return read(classes, marked);
        }
    }

    static BindingModel read(Collection<Class<?>> classes, AnnotatedClasses marked) throws JAXBException {
        ModelReader reader = new ModelReader(marked);
        reader.readAll(classes);
        reader.reportErrors();
        return reader.model;
    }

    private void readAll(Collection<Class<?>> classes) {
        for (Class<?> type : classes) {
            if (marked.has(type, AnnotationKind.XML_REGISTRY)) {
                registry(type);
            } else if (!SimpleType.isSimple(type) && type != Object.class && type != void.class) {
                content(type, type.getName());
            }
        }
        for (BoundClass next = unread.poll(); next != null; next = unread.poll()) {
            readClass(next);
        }
        for (PendingReferences property : pending) {
            property.resolve(model, problems);
        }
        for (Map.Entry<Accessor, BoundClass> entry : simple.entrySet()) {
            List<Property> properties = entry.getValue().properties();
            if (properties.size() != 1 || properties.get(0).kind() != Property.Kind.VALUE) {
                problem(entry.getKey(), "holds " + entry.getValue() + ", which is no simple value");
            }
        }
    }

    private void reportErrors() throws JAXBException {
        if (!problems.isEmpty()) {
            throw new ModelException(problems);
        }
    }

    AnnotatedClasses marked() {
        return marked;
    }

    PackageDefaults home(Class<?> type) {
        return marked.home(type);
    }

    void problem(Object where, String what) {
        problems.add(new ModelException.Problem(where.toString(), what));
    }

    /** True for a field that a problem has been found with. */
    boolean hasProblem(Class<?> declaring, String field) {
        String where = new Accessor(declaring, field, null, null, -1).toString();
        return problems.stream().anyMatch(problem -> problem.where().equals(where));
    }

    /**
     * Requires that a class holds a simple value, for the property of an attribute or a list, whose values are text.
     */
    void mustBeSimple(Accessor accessor, BoundClass bound) {
        simple.put(accessor, bound);
    }

    void pending(PendingReferences property) {
        pending.add(property);
    }

    /** The content for a class that is neither simple nor a collection; null after a problem. */
    @Nullable Content content(Class<?> type, Object where) {
        BoundClass known = model.classes.get(type);
        if (known != null) {
            return new Content.Bean(known);
        }
        if (type.isEnum()) {
            return new Content.Constant(enumOf(type));
        }
        if (type.isArray()) {
            return arrayOf(type, where);
        }
        if (type.isInterface() || type.isPrimitive()) {
            return refused(type, where);
        }
        return new Content.Bean(classOf(type));
    }

    private @Nullable Content refused(Class<?> type, Object where) {
        problem(
                where,
                type.isInterface()
                        ? type.getName() + " is an interface; interfaces cannot be bound, so name a class that"
                                + " implements it by an adapter or by the type of XmlElement"
                        : type.getTypeName() + " cannot be bound");
        return null;
    }

    private @Nullable Content arrayOf(Class<?> type, Object where) {
        BoundArray known = model.arrays.get(type);
        if (known == null) {
            Content item = ContentResolver.plain(this, type.getComponentType(), where);
            if (item == null) {
                return null;
            }
            known = BoundArray.of(type, item);
            namespace(BoundArray.ITEM.namespace(), true);
            model.arrays.put(type, known);
            XmlName typeName = known.typeName();
            if (typeName != null) {
                model.arrayTypes.putIfAbsent(typeName, known);
            }
        }
        return new Content.Array(known);
    }

    BoundClass classOf(Class<?> type) {
        BoundClass known = model.classes.get(type);
        if (known != null) {
            return known;
        }
        BoundClass bound = new BoundClass(type, typeName(type), rootName(type));
        model.classes.put(type, bound);
        schema(type);
        name(bound);
        Class<?> base = type.getSuperclass();
        while (base != null && base != Object.class && marked.has(base, AnnotationKind.XML_TRANSIENT)) {
            base = base.getSuperclass();
        }
        if (base != null && base != Object.class && base != Record.class) {
            BoundClass baseBound = classOf(base);
            bound.base = baseBound;
            for (BoundClass b = baseBound; b != null; b = b.base) {
                b.derived.add(bound);
            }
        }
        unread.add(bound);
        return bound;
    }

    private void name(BoundClass bound) {
        XmlName typeName = bound.typeName();
        if (typeName != null) {
            BoundClass other = model.types.putIfAbsent(typeName, bound);
            if (other != null) {
                problem(
                        bound,
                        "has the same type name " + typeName + " as " + other + "; give one of them another by"
                                + " XmlType");
            }
        }
        XmlName rootName = bound.rootName();
        if (rootName != null) {
            namespace(rootName.namespace(), true);
            model.roots.putIfAbsent(rootName, bound);
        }
    }

    void namespace(String namespace, boolean ofElement) {
        if (namespace.equals(lastNamespace) && ofElement == lastOfElement) {
            return;
        }
        lastNamespace = namespace;
        lastOfElement = ofElement;
        model.namespaces.add(namespace);
        (ofElement ? model.elementNamespaces : model.attributeNamespaces).add(namespace);
    }

    private void schema(Class<?> type) {
        PackageDefaults home = home(type);
        for (AnnotationInfo wanted : home.prefixes()) {
            model.prefixes.putIfAbsent(wanted.text("namespaceURI", ""), wanted.text("prefix", ""));
        }
        if (home.elementsAreQualified()) {
            model.qualifiedNamespaces.add(home.namespace());
        }
    }

    private @Nullable XmlName typeName(Class<?> type) {
        AnnotationInfo mark = marked.get(type, AnnotationKind.XML_TYPE);
        String local = mark == null ? AnnotationInfo.DEFAULT : mark.text("name");
        return local.isEmpty()
                ? null
                : name(type, mark == null ? AnnotationInfo.DEFAULT : mark.text("namespace"), local);
    }

    private @Nullable XmlName rootName(Class<?> type) {
        AnnotationInfo mark = marked.get(type, AnnotationKind.XML_ROOT_ELEMENT);
        return mark == null ? null : name(type, mark.text("namespace"), mark.text("name"));
    }

    private XmlName name(Class<?> type, String namespace, String local) {
        return XmlName.of(
                home(type).namespace(namespace),
                local.equals(AnnotationInfo.DEFAULT) ? DefaultNames.ofClass(type) : local);
    }

    private void readClass(BoundClass bound) {
        Class<?> type = bound.type();
        if (type.getName().indexOf('$') > 0 && isInner(type)) {
            problem(bound, "is an inner class that is not static, so nobody can make one");
        }
        AnnotationInfo said = marked.get(type, AnnotationKind.XML_TYPE);
        boolean hasFactory = said != null && !said.text("factoryMethod", "").isEmpty();
        if (!hasFactory && !marked.of(type).hasPlainConstructor()) {
            bound.construction = Construction.of(type);
        }
        new PropertyReader(this, bound).read();
        if (bound.construction != null) {
            bound.construction.resolve(bound, this);
        } else {
            bound.hasPlainConstructor =
                    !hasFactory && !bound.isAbstract() && marked.of(type).hasPlainConstructor();
            if (!bound.hasPlainConstructor) {
                bound.creator = creator(bound, hasFactory ? said : null);
            }
        }
        if (mayHaveCallbacks(type)) {
            readCallbacks(bound);
        }
        bound.location = location(type);
        AnnotationInfo also = marked.get(type, AnnotationKind.XML_SEE_ALSO);
        if (also != null) {
            seeAlso(type, also);
        }
    }

    private static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    private void readCallbacks(BoundClass bound) {
        Class<?> type = bound.type();
        bound.beforeUnmarshal = callback(type, "beforeUnmarshal", Unmarshaller.class, Object.class);
        bound.afterUnmarshal = callback(type, "afterUnmarshal", Unmarshaller.class, Object.class);
        bound.beforeMarshal = callback(type, "beforeMarshal", Marshaller.class);
        bound.afterMarshal = callback(type, "afterMarshal", Marshaller.class);
    }

    private @Nullable Field location(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            AnnotatedClass source = marked.of(c);
            for (AnnotatedField field : source.mayHaveLocation() ? source.fields() : List.<AnnotatedField>of()) {
                if (field.marks().has(AnnotationKind.LOCATION) && field.type() == Locator.class) {
                    return field.field();
                }
            }
        }
        return null;
    }

    private void seeAlso(Class<?> type, AnnotationInfo also) {
        for (Class<?> other : also.types("value")) {
            if (marked.has(other, AnnotationKind.XML_REGISTRY)) {
                registry(other);
            } else if (!SimpleType.isSimple(other) && other != Object.class) {
                content(other, type.getName());
            }
        }
    }

    private boolean mayHaveCallbacks(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (marked.of(c).mayHaveCallbacks()) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Method callback(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (!marked.of(c).mayHaveCallbacks()) {
                continue;
            }
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && method.getReturnType() == void.class
                        && List.of(method.getParameterTypes()).equals(List.of(parameters))) {
                    return method;
                }
            }
        }
        return null;
    }

    /** @param factory the XmlType annotation that names a factory method; null for none */
    private @Nullable Executable creator(BoundClass bound, @Nullable AnnotationInfo factory) {
        Class<?> type = bound.type();
        if (factory != null) {
            Class<?> other = factory.type("factoryClass");
            Class<?> home = other == null ? type : other;
            String name = factory.text("factoryMethod", "");
            for (Method method : home.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && method.getParameterCount() == 0
                        && Modifier.isStatic(method.getModifiers())
                        && type.isAssignableFrom(method.getReturnType())) {
                    return method;
                }
            }
            problem(bound, "has no static method " + home.getName() + "." + name + "() that makes one");
            return null;
        }
        if (bound.isAbstract()) {
            return null;
        }
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException none) {
            // Nested objects can still be written, as with the reference implementation.
            if (bound.rootName() == null) {
                return null;
            }
            problem(
                    bound,
                    "must have a constructor without parameters, or a single one whose parameters have the names of"
                            + " properties (compiled with -parameters), or name a factoryMethod by XmlType");
            return null;
        }
    }

    // ---------------------------------------------------------------- enums

    BoundEnum enumOf(Class<?> type) {
        BoundEnum known = model.enums.get(type);
        if (known != null) {
            return known;
        }
        AnnotationInfo mark = marked.get(type, AnnotationKind.XML_ENUM);
        Class<?> declared = mark == null ? null : mark.type("value");
        Class<?> base = declared == null ? String.class : declared;
        List<Enum<?>> constants = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        Map<String, AnnotationInfo> values = new HashMap<>();
        for (AnnotatedField field : marked.of(type).fields()) {
            AnnotationInfo value = field.marks().get(AnnotationKind.XML_ENUM_VALUE);
            if (value != null) {
                values.put(field.name(), value);
            }
        }
        for (Object constant : type.getEnumConstants()) {
            Enum<?> one = (Enum<?>) constant;
            AnnotationInfo value = values.get(one.name());
            constants.add(one);
            texts.add(value == null ? one.name() : value.text("value"));
        }
        SimpleType simple = SimpleType.isSimple(base) ? SimpleType.of(base, null) : SimpleType.of(String.class, null);
        if (Number.class.isAssignableFrom(base)) {
            texts.replaceAll(text -> numberOf(text, simple, type));
        }
        XmlName typeName = typeName(type);
        BoundEnum bound = new BoundEnum(type, typeName, simple, List.copyOf(constants), List.copyOf(texts));
        model.enums.put(type, bound);
        schema(type);
        if (typeName != null) {
            model.enumTypes.putIfAbsent(typeName, bound);
        }
        return bound;
    }

    /** The canonical form of a number: the value of XmlEnumValue may have redundant digits. */
    private String numberOf(String text, SimpleType base, Class<?> type) {
        try {
            return String.valueOf(base.parse(text, null));
        } catch (IllegalArgumentException wrong) {
            problem(
                    type.getName(),
                    "has a constant that is no xs:" + base.schemaType().local() + ": " + text);
            return text;
        }
    }

    // ---------------------------------------------------------------- registries

    /** Reads the registry in the package of a class that refers to declared elements, if there is one. */
    void registryBeside(Class<?> type) {
        if (!looked.add(type.getPackage())) {
            return;
        }
        String name = type.getPackageName().isEmpty() ? "ObjectFactory" : type.getPackageName() + ".ObjectFactory";
        try {
            Class<?> registry = Class.forName(name, false, type.getClassLoader());
            if (marked.has(registry, AnnotationKind.XML_REGISTRY)) {
                registry(registry);
            }
        } catch (ClassNotFoundException none) {
            // Without a registry, references can only name classes.
            return;
        }
    }

    void registry(Class<?> registry) {
        if (!registries.add(registry)) {
            return;
        }
        for (Method method : registry.getDeclaredMethods()) {
            AnnotationInfo declaration = marked.of(registry).of(method).get(AnnotationKind.XML_ELEMENT_DECL);
            if (declaration != null) {
                declare(registry, method, declaration);
            } else if (method.getName().startsWith("create")
                    && method.getParameterCount() == 0
                    && !method.isSynthetic()
                    && method.getReturnType() != void.class
                    && !SimpleType.isSimple(method.getReturnType())
                    && !JAXBElement.class.isAssignableFrom(method.getReturnType())) {
                content(method.getReturnType(), registry.getName() + "." + method.getName());
            }
        }
    }

    private void declare(Class<?> registry, Method method, AnnotationInfo declaration) {
        if (method.getParameterCount() != 1) {
            problem(registry.getName() + "." + method.getName(), "must have one parameter, the element's value");
            return;
        }
        PackageDefaults home = home(registry);
        XmlName name = XmlName.of(home.namespace(declaration.text("namespace")), declaration.text("name"));
        String headName = declaration.text("substitutionHeadName", "");
        XmlName head = headName.isEmpty()
                ? null
                : XmlName.of(home.namespace(declaration.text("substitutionHeadNamespace")), headName);
        Class<?> scope = declaration.type("scope");
        Class<?> type = method.getParameterTypes()[0];
        Content content = ContentResolver.ofElement(this, registry, method);
        if (content == null) {
            return;
        }
        DeclaredElement element = new DeclaredElement(name, type, content, scope, head, declaration.defaultValue());
        namespace(name.namespace(), true);
        model.declarations.add(element);
        if (scope == null) {
            model.globals.putIfAbsent(name, element);
        }
    }
}
