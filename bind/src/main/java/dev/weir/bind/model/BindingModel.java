package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The complete model of a context: classes, enums, elements and types by name. Immutable after it was read. */
public final class BindingModel {
    final Map<Class<?>, BoundClass> classes = new LinkedHashMap<>();
    final Map<Class<?>, BoundEnum> enums = new LinkedHashMap<>();
    final Map<Class<?>, BoundArray> arrays = new LinkedHashMap<>();
    final List<DeclaredElement> declarations = new ArrayList<>();
    final Map<XmlName, BoundClass> roots = new LinkedHashMap<>();
    final Map<XmlName, DeclaredElement> globals = new LinkedHashMap<>();
    final Map<XmlName, BoundClass> types = new LinkedHashMap<>();
    final Map<XmlName, BoundEnum> enumTypes = new LinkedHashMap<>();
    final Map<XmlName, BoundArray> arrayTypes = new LinkedHashMap<>();
    final Map<String, String> prefixes = new LinkedHashMap<>();
    final Set<String> namespaces = new LinkedHashSet<>();
    final Set<String> qualifiedNamespaces = new HashSet<>();
    final Set<String> elementNamespaces = new HashSet<>();
    final Set<String> attributeNamespaces = new HashSet<>();

    private volatile @Nullable Boolean namesInContent;

    public Collection<BoundClass> classes() {
        return classes.values();
    }

    public Collection<BoundEnum> enums() {
        return enums.values();
    }

    public Collection<BoundArray> arrays() {
        return arrays.values();
    }

    public Collection<DeclaredElement> declarations() {
        return declarations;
    }

    public @Nullable BoundClass classOf(Class<?> type) {
        return classes.get(type);
    }

    /** The most specific bound class of which an object of some class is an instance; null for none. */
    public @Nullable BoundClass nearest(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            BoundClass bound = classes.get(c);
            if (bound != null) {
                return bound;
            }
        }
        return null;
    }

    public @Nullable BoundEnum enumOf(Class<?> type) {
        return enums.get(type);
    }

    public @Nullable BoundArray arrayOf(Class<?> type) {
        return arrays.get(type);
    }

    /** The class with this root element, or null. */
    public @Nullable BoundClass root(XmlName name) {
        return roots.get(name);
    }

    /** The global element of this name that a registry declares. */
    public @Nullable DeclaredElement global(XmlName name) {
        return globals.get(name);
    }

    /** The names of elements that can be the root of a document. */
    public List<XmlName> rootNames() {
        List<XmlName> names = new ArrayList<>(roots.keySet());
        names.addAll(globals.keySet());
        return names;
    }

    public @Nullable BoundClass type(XmlName name) {
        return types.get(name);
    }

    public @Nullable BoundEnum enumType(XmlName name) {
        return enumTypes.get(name);
    }

    public @Nullable BoundArray arrayType(XmlName name) {
        return arrayTypes.get(name);
    }

    /** Preferred prefixes specified by packages (XmlNs), by namespace. */
    public Map<String, String> prefixes() {
        return prefixes;
    }

    /** Whether a package of this namespace qualifies its local elements ({@code elementFormDefault} of XmlSchema). */
    public boolean qualifiesElements(String namespace) {
        return qualifiedNamespaces.contains(namespace);
    }

    /** Every namespace of an element or attribute, without duplicates, in the order of discovery. */
    public Set<String> namespaces() {
        return namespaces;
    }

    /** Whether some value always travels as an attachment (XmlAttachmentRef). */
    public boolean hasAttachmentReferences() {
        for (BoundClass bound : classes.values()) {
            for (Property property : bound.own) {
                if (isAttachmentReference(property.content())
                        || property.elements().stream().anyMatch(use -> isAttachmentReference(use.content()))) {
                    return true;
                }
            }
        }
        return declarations.stream().anyMatch(declared -> isAttachmentReference(declared.content()));
    }

    private static boolean isAttachmentReference(@Nullable Content content) {
        Content inner = content;
        while (inner instanceof Content.Adapted adapted) {
            inner = adapted.inner();
        }
        return inner instanceof Content.Binary binary && binary.reference();
    }

    /**
     * Whether a namespace may be the default namespace: elements use it, no attribute does, no element is in no
     * namespace, and there are no QNames in content, which would be in it too.
     */
    public boolean canBeDefault(String namespace) {
        return elementNamespaces.contains(namespace)
                && !attributeNamespaces.contains(namespace)
                && !elementNamespaces.contains("")
                && !hasNamesInContent();
    }

    /**
     * Whether QNames are expected in content: as values of properties, or where an xsi:type may name a type in no
     * namespace. A property for all types may have more.
     */
    public boolean hasNamesInContent() {
        Boolean known = namesInContent;
        if (known == null) {
            known = findNamesInContent();
            namesInContent = known;
        }
        return known;
    }

    private boolean findNamesInContent() {
        for (BoundClass bound : classes.values()) {
            XmlName type = bound.typeName();
            if (bound.base != null && type != null && type.namespace().isEmpty()) {
                return true;
            }
            for (Property property : bound.own) {
                if (isName(property.content(), true)
                        || property.elements().stream().anyMatch(use -> isName(use.content(), false))) {
                    return true;
                }
            }
        }
        return declarations.stream().anyMatch(declared -> isName(declared.content(), false));
    }

    /** @param bare in the text of an attribute, list or value, where an element of its own is lacking */
    private static boolean isName(@Nullable Content content, boolean bare) {
        if (content instanceof Content.Adapted adapted) {
            return isName(adapted.inner(), bare);
        } else if (content instanceof Content.Items items) {
            return isName(items.item(), true);
        } else if (content instanceof Content.Anything) {
            return bare;
        }
        return content instanceof Content.Simple simple && simple.type().type() == QName.class;
    }
}
