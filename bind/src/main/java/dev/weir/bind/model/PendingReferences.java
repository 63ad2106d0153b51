package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** References, which can be resolved when all classes and registries are known. */
record PendingReferences(Property property, Class<?> scope, List<XmlElementRef> references) {
    void resolve(BindingModel model, List<String> problems) {
        Set<XmlName> seen = new HashSet<>();
        for (XmlElementRef reference : references) {
            int before = seen.size();
            Class<?> type = reference.type() == XmlElementRef.DEFAULT.class ? property.itemType() : reference.type();
            if (JAXBElement.class.isAssignableFrom(type)) {
                String namespace =
                        reference.namespace().equals(Names.DEFAULT) ? model.namespaceOf(scope) : reference.namespace();
                declared(model, XmlName.of(namespace, reference.name()), seen);
            } else {
                for (BoundClass root : model.roots.values()) {
                    XmlName name = root.rootName();
                    if (name != null && type.isAssignableFrom(root.type()) && seen.add(name)) {
                        property.references().add(new ReferenceUse(name, null, root));
                    }
                }
            }
            if (seen.size() == before
                    && reference.required()
                    && property.references().isEmpty()) {
                problems.add(property.accessor() + ": refers to the element " + reference.name() + " of "
                        + type.getName() + ", which no class and no registry declares");
            }
        }
    }

    private void declared(BindingModel model, XmlName name, Set<XmlName> seen) {
        for (ElementDeclaration declaration : model.declarations) {
            Class<?> declaredScope = declaration.scope();
            boolean visible = declaredScope == null || declaredScope.isAssignableFrom(scope);
            if (visible && declaration.name().equals(name) && isNearest(model, declaration)) {
                if (seen.add(name)) {
                    property.references().add(new ReferenceUse(name, declaration, null));
                }
            } else if (declaration.substitutes(name) && !seen.contains(declaration.name())) {
                declared(model, declaration.name(), seen);
            }
        }
    }

    /** A declaration for this very class hides the global one. */
    private boolean isNearest(BindingModel model, ElementDeclaration declaration) {
        return declaration.scope() != null
                || model.declarations.stream().noneMatch(other -> {
                    Class<?> otherScope = other.scope();
                    return other.name().equals(declaration.name())
                            && otherScope != null
                            && otherScope.isAssignableFrom(scope);
                });
    }
}
