package dev.weir.bind.schema;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of each namespace: types, root elements, and elements and attributes to which other namespaces
 * refer.
 */
public final class SchemaSet {
    static final String XML = "http://www.w3.org/XML/1998/namespace";

    private final BindingModel model;
    private final Map<String, Declared> byNamespace = new TreeMap<>();

    /** The declarations of one namespace, by local name. */
    static final class Declared {
        final Map<String, BoundClass> types = new LinkedHashMap<>();
        final Map<String, BoundEnum> enums = new LinkedHashMap<>();
        final Map<String, BoundArray> arrays = new LinkedHashMap<>();
        final Map<String, BoundClass> roots = new LinkedHashMap<>();
        final Map<String, DeclaredElement> declarations = new LinkedHashMap<>();
        final Map<String, ElementUse> elements = new LinkedHashMap<>();
        final Map<String, Property> wrappers = new LinkedHashMap<>();
        final Map<String, @Nullable Content> attributes = new LinkedHashMap<>();
        final Set<String> imports = new LinkedHashSet<>();

        /** Whether local elements are in the target namespace where nothing is said of them. */
        boolean qualified;

        /** Whether there are attributes such as xml:lang. */
        boolean refersToXml;
    }

    /**
     * Schemas whose {@code elementFormDefault} is what their packages specify, as the reference implementation has it:
     * CXF writes the fields of exceptions by it.
     */
    public SchemaSet(BindingModel model) {
        this(model, List.of(), false);
    }

    /**
     * Schemas for a WSDL: where a namespace has local elements that are unqualified, this is the default of its schema, by
     * which clients decide how they write the elements of wrappers.
     *
     * @param elements further global elements; one that the model declares already is left out
     */
    public SchemaSet(BindingModel model, Collection<ElementUse> elements) {
        this(model, elements, true);
    }

    private SchemaSet(BindingModel model, Collection<ElementUse> elements, boolean unqualifiedByDefault) {
        this.model = model;
        for (BoundClass bound : model.classes()) {
            XmlName type = bound.typeName();
            XmlName root = bound.rootName();
            if (type != null) {
                of(type.namespace()).types.putIfAbsent(type.local(), bound);
            }
            if (root != null) {
                of(root.namespace()).roots.putIfAbsent(root.local(), bound);
            }
        }
        for (BoundEnum bound : model.enums()) {
            XmlName type = bound.typeName();
            if (type != null) {
                of(type.namespace()).enums.putIfAbsent(type.local(), bound);
            }
        }
        for (BoundArray bound : model.arrays()) {
            XmlName type = bound.typeName();
            if (type != null) {
                of(type.namespace()).arrays.putIfAbsent(type.local(), bound);
            }
        }
        for (DeclaredElement declaration : model.declarations()) {
            if (declaration.scope() == null) {
                XmlName name = declaration.name();
                of(name.namespace()).declarations.putIfAbsent(name.local(), declaration);
            }
        }
        for (BoundClass bound : model.classes()) {
            String home = homeOf(bound);
            bound.ownProperties().forEach(property -> foreign(property, home));
            if (unqualifiedByDefault && byNamespace.containsKey(home)) {
                of(home).qualified &= bound.ownProperties().stream().noneMatch(SchemaSet::isUnqualified);
            }
        }
        elements.forEach(use ->
                of(use.name().namespace()).elements.putIfAbsent(use.name().local(), use));
        imports();
    }

    /** The name of the type of a value, simple or complex; null for an anonymous one. */
    public static @Nullable XmlName typeName(Content content) {
        return SchemaDocument.nameOf(content);
    }

    private Declared of(String namespace) {
        return byNamespace.computeIfAbsent(namespace, n -> {
            Declared declared = new Declared();
            declared.qualified = model.qualifiesElements(n);
            return declared;
        });
    }

    /** The namespace whose schema declares a class. */
    private static String homeOf(BoundClass bound) {
        XmlName name = bound.typeName() != null ? bound.typeName() : bound.rootName();
        return name == null ? "" : name.namespace();
    }

    /**
     * Records elements and attributes of other namespaces than their type's, which are declared in the schema of their
     * own.
     */
    private void foreign(Property property, String home) {
        ElementUse wrapper = property.wrapper();
        String around = home;
        if (wrapper != null && isForeign(wrapper.name(), home)) {
            around = wrapper.name().namespace();
            of(around).wrappers.putIfAbsent(wrapper.name().local(), property);
        }
        for (ElementUse use : property.elements()) {
            if (isForeign(use.name(), around)) {
                of(use.name().namespace()).elements.putIfAbsent(use.name().local(), use);
            }
        }
        XmlName attribute = property.attribute();
        if (attribute == null || !isForeign(attribute, home)) {
            return;
        }
        if (attribute.namespace().equals(XML)) {
            of(home).refersToXml = true;
        } else {
            of(attribute.namespace()).attributes.putIfAbsent(attribute.local(), property.content());
        }
    }

    private static boolean isUnqualified(Property property) {
        ElementUse wrapper = property.wrapper();
        return wrapper != null
                ? wrapper.name().namespace().isEmpty()
                : property.elements().stream()
                        .anyMatch(use -> use.name().namespace().isEmpty());
    }

    static boolean isForeign(XmlName name, String home) {
        return !name.namespace().isEmpty() && !name.namespace().equals(home);
    }

    /** Imports every other namespace; which of them a schema refers to is only known once it has been written. */
    private void imports() {
        byNamespace.forEach((namespace, declared) -> byNamespace.keySet().stream()
                .filter(other -> !other.equals(namespace))
                .forEach(declared.imports::add));
    }

    /** The namespaces that have a schema; at least one. */
    public List<String> namespaces() {
        return byNamespace.isEmpty() ? List.of("") : List.copyOf(byNamespace.keySet());
    }

    /**
     * Writes the schema of a namespace as an element.
     *
     * @param locations maps the other namespaces to the locations of their schemas; null if there is none
     */
    public void write(String namespace, Function<String, @Nullable String> locations, XmlWriter writer) {
        new SchemaDocument(namespace, byNamespace.getOrDefault(namespace, new Declared()), writer).write(locations);
    }
}
