package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlNs;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Locator;

/**
 * Reads classes and all that they refer to. Problems are collected, and told together with the class and member that each
 * of them is about.
 */
public final class ModelReader {
    private final BindingModel model;
    private final List<String> problems = new ArrayList<>();
    private final Deque<BoundClass> unread = new ArrayDeque<>();
    private final Set<Class<?>> registries = new HashSet<>();
    private final List<PendingReferences> pending = new ArrayList<>();

    /** What must turn out to be simple when all is read. */
    private final Map<Accessor, BoundClass> simple = new LinkedHashMap<>();

    private ModelReader(String defaultNamespace) {
        model = new BindingModel(defaultNamespace);
    }

    /** The model of some classes, registries among them, and of what is reachable from them. */
    public static BindingModel read(Collection<Class<?>> classes) throws JAXBException {
        return read(classes, "");
    }

    /**
     * The same.
     *
     * @param defaultNamespace of the types and global elements of packages without XmlSchema
     */
    public static BindingModel read(Collection<Class<?>> classes, String defaultNamespace) throws JAXBException {
        ModelReader reader = new ModelReader(defaultNamespace);
        for (Class<?> type : new LinkedHashSet<>(classes)) {
            if (type.isAnnotationPresent(XmlRegistry.class)) {
                reader.registry(type);
            } else if (!SimpleType.isSimple(type) && type != Object.class && type != void.class) {
                reader.content(type, type.getName());
            }
        }
        reader.readAll();
        for (PendingReferences property : reader.pending) {
            property.resolve(reader.model, reader.problems);
        }
        for (Map.Entry<Accessor, BoundClass> entry : reader.simple.entrySet()) {
            List<Property> properties = entry.getValue().properties();
            if (properties.size() != 1 || properties.get(0).kind() != Property.Kind.VALUE) {
                reader.problem(entry.getKey(), "holds " + entry.getValue() + ", which is no simple value");
            }
        }
        if (!reader.problems.isEmpty()) {
            throw new JAXBException(reader.problems.size()
                    + (reader.problems.size() == 1 ? " problem" : " problems")
                    + " with the annotations:\n  "
                    + String.join("\n  ", reader.problems));
        }
        return reader.model;
    }

    private void readAll() {
        for (BoundClass next = unread.poll(); next != null; next = unread.poll()) {
            readClass(next);
        }
    }

    String namespaceOf(Class<?> type) {
        return model.namespaceOf(type);
    }

    void problem(Object where, String what) {
        problems.add(where + ": " + what);
    }

    /** For the property of an attribute or a list, whose values are text. */
    void mustBeSimple(Accessor accessor, BoundClass bound) {
        simple.put(accessor, bound);
    }

    void pending(PendingReferences property) {
        pending.add(property);
    }

    /** The content that objects of a class are, the class being neither simple nor a collection; null after a problem. */
    @Nullable Content content(Class<?> type, Object where) {
        if (type.isEnum()) {
            return new Content.Constant(enumOf(type));
        }
        if (type.isInterface()) {
            problem(
                    where,
                    type.getName() + " is an interface; interfaces cannot be bound, so name a class that"
                            + " implements it by an adapter or by the type of XmlElement");
            return null;
        }
        if (type.isArray()) {
            return arrayOf(type, where);
        }
        if (type.isAnnotation() || type.isPrimitive()) {
            problem(where, type.getTypeName() + " cannot be bound");
            return null;
        }
        return new Content.Bean(classOf(type));
    }

    private @Nullable Content arrayOf(Class<?> type, Object where) {
        BoundArray known = model.arrays.get(type);
        if (known == null) {
            Content item = Contents.plain(this, type.getComponentType(), where);
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
        while (base != null && base != Object.class && base.isAnnotationPresent(XmlTransient.class)) {
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
        model.namespaces.add(namespace);
        (ofElement ? model.elementNamespaces : model.attributeNamespaces).add(namespace);
    }

    private void schema(Class<?> type) {
        XmlSchema schema = Names.schemaOf(type);
        if (schema != null) {
            for (XmlNs wanted : schema.xmlns()) {
                model.prefixes.putIfAbsent(wanted.namespaceURI(), wanted.prefix());
            }
        }
    }

    private @Nullable XmlName typeName(Class<?> type) {
        XmlType annotation = type.getAnnotation(XmlType.class);
        String local = annotation == null ? Names.DEFAULT : annotation.name();
        String namespace = annotation == null ? Names.DEFAULT : annotation.namespace();
        if (local.isEmpty()) {
            return null;
        }
        return XmlName.of(
                namespace.equals(Names.DEFAULT) ? model.namespaceOf(type) : namespace,
                local.equals(Names.DEFAULT) ? Names.ofClass(type) : local);
    }

    private @Nullable XmlName rootName(Class<?> type) {
        XmlRootElement annotation = type.getAnnotation(XmlRootElement.class);
        if (annotation == null) {
            return null;
        }
        return XmlName.of(
                annotation.namespace().equals(Names.DEFAULT) ? model.namespaceOf(type) : annotation.namespace(),
                annotation.name().equals(Names.DEFAULT) ? Names.ofClass(type) : annotation.name());
    }

    private void readClass(BoundClass bound) {
        Class<?> type = bound.type();
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            problem(bound, "is an inner class that is not static, so nobody can make one");
        }
        if (!hasFactory(type)) {
            bound.construction = Construction.of(type);
        }
        new PropertyReader(this, bound).read();
        if (bound.construction != null) {
            bound.construction.resolve(bound, this);
        } else {
            bound.creator = creator(bound);
        }
        bound.beforeUnmarshal = callback(type, "beforeUnmarshal", Unmarshaller.class, Object.class);
        bound.afterUnmarshal = callback(type, "afterUnmarshal", Unmarshaller.class, Object.class);
        bound.beforeMarshal = callback(type, "beforeMarshal", Marshaller.class);
        bound.afterMarshal = callback(type, "afterMarshal", Marshaller.class);
        bound.location = location(type);
        seeAlso(type);
    }

    private static @Nullable Field location(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getType() == Locator.class && Annotations.isLocation(field)) {
                    return field;
                }
            }
        }
        return null;
    }

    private void seeAlso(Class<?> type) {
        XmlSeeAlso also = type.getAnnotation(XmlSeeAlso.class);
        if (also == null) {
            return;
        }
        for (Class<?> other : also.value()) {
            if (other.isAnnotationPresent(XmlRegistry.class)) {
                registry(other);
            } else if (!SimpleType.isSimple(other) && other != Object.class) {
                content(other, type.getName());
            }
        }
    }

    private static @Nullable Method callback(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
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

    private static boolean hasFactory(Class<?> type) {
        XmlType annotation = type.getAnnotation(XmlType.class);
        return annotation != null && !annotation.factoryMethod().isEmpty();
    }

    private @Nullable Executable creator(BoundClass bound) {
        Class<?> type = bound.type();
        XmlType annotation = type.getAnnotation(XmlType.class);
        if (annotation != null && !annotation.factoryMethod().isEmpty()) {
            Class<?> factory = annotation.factoryClass() == XmlType.DEFAULT.class ? type : annotation.factoryClass();
            for (Method method : factory.getDeclaredMethods()) {
                if (method.getName().equals(annotation.factoryMethod())
                        && method.getParameterCount() == 0
                        && Modifier.isStatic(method.getModifiers())
                        && type.isAssignableFrom(method.getReturnType())) {
                    return method;
                }
            }
            problem(
                    bound,
                    "has no static method " + factory.getName() + "." + annotation.factoryMethod()
                            + "() that makes one");
            return null;
        }
        if (bound.isAbstract()) {
            return null;
        }
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException none) {
            // Objects inside others may be written all the same, as with the reference implementation.
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
        XmlEnum annotation = type.getAnnotation(XmlEnum.class);
        Class<?> base = annotation == null ? String.class : annotation.value();
        List<Enum<?>> constants = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            Enum<?> one = (Enum<?>) constant;
            constants.add(one);
            texts.add(text(type, one));
        }
        SimpleType simple = SimpleType.isSimple(base) ? SimpleType.of(base, null) : SimpleType.of(String.class, null);
        XmlName typeName = typeName(type);
        BoundEnum bound = new BoundEnum(type, typeName, simple, List.copyOf(constants), List.copyOf(texts));
        model.enums.put(type, bound);
        schema(type);
        if (typeName != null) {
            model.enumTypes.putIfAbsent(typeName, bound);
        }
        return bound;
    }

    private String text(Class<?> type, Enum<?> constant) {
        try {
            XmlEnumValue value = type.getField(constant.name()).getAnnotation(XmlEnumValue.class);
            return value == null ? constant.name() : value.value();
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    // ---------------------------------------------------------------- registries

    /** The registry in the package of a class that refers to declared elements, where there is one. */
    void registryBeside(Class<?> type) {
        String name = type.getPackageName().isEmpty() ? "ObjectFactory" : type.getPackageName() + ".ObjectFactory";
        try {
            Class<?> registry = Class.forName(name, false, type.getClassLoader());
            if (registry.isAnnotationPresent(XmlRegistry.class)) {
                registry(registry);
            }
        } catch (ClassNotFoundException none) {
            // Then the references name classes only.
            return;
        }
    }

    void registry(Class<?> registry) {
        if (!registries.add(registry)) {
            return;
        }
        for (Method method : registry.getDeclaredMethods()) {
            XmlElementDecl declaration = method.getAnnotation(XmlElementDecl.class);
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

    private void declare(Class<?> registry, Method method, XmlElementDecl declaration) {
        if (method.getParameterCount() != 1) {
            problem(registry.getName() + "." + method.getName(), "must have one parameter, the element's value");
            return;
        }
        XmlName name = XmlName.of(
                declaration.namespace().equals(Names.DEFAULT) ? model.namespaceOf(registry) : declaration.namespace(),
                declaration.name());
        String headSpace = declaration.substitutionHeadNamespace();
        XmlName head = declaration.substitutionHeadName().isEmpty()
                ? null
                : XmlName.of(
                        headSpace.equals(Names.DEFAULT) ? model.namespaceOf(registry) : headSpace,
                        declaration.substitutionHeadName());
        Class<?> scope = declaration.scope() == XmlElementDecl.GLOBAL.class ? null : declaration.scope();
        Class<?> type = method.getParameterTypes()[0];
        Content content = Contents.ofElement(this, registry, method);
        if (content == null) {
            return;
        }
        String defaultValue = declaration.defaultValue().equals("\u0000") ? null : declaration.defaultValue();
        ElementDeclaration element = new ElementDeclaration(name, type, content, scope, head, defaultValue);
        namespace(name.namespace(), true);
        model.declarations.add(element);
        if (scope == null) {
            model.globals.putIfAbsent(name, element);
        }
    }
}
