package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Element references of one property, resolved once all classes and registries are known.
 *
 * @param home of the package of the class with the property
 * @param references the XmlElementRef annotations
 */
record PendingReferences(Property property, Class<?> scope, PackageDefaults home, List<AnnotationInfo> references) {
    void resolve(BindingModel model, List<ModelException.Problem> problems) {
        Set<XmlName> seen = new HashSet<>();
        for (AnnotationInfo reference : references) {
            int before = seen.size();
            Class<?> explicit = reference.type("type");
            Class<?> type = explicit == null ? property.itemType() : explicit;
            if (JAXBElement.class.isAssignableFrom(type)) {
                String namespace = home.namespace(reference.text("namespace", ""));
                declared(model, XmlName.of(namespace, reference.text("name")), seen);
            } else {
                for (BoundClass root : model.roots.values()) {
                    XmlName name = root.rootName();
                    if (name != null && type.isAssignableFrom(root.type()) && seen.add(name)) {
                        property.references().add(new ReferenceUse(name, null, root));
                    }
                }
            }
            if (seen.size() == before
                    && reference.flag("required", true)
                    && property.references().isEmpty()) {
                problems.add(new ModelException.Problem(
                        property.accessor().toString(),
                        "refers to the element " + reference.text("name") + " of " + type.getName()
                                + ", which no class and no registry declares"));
            }
        }
    }

    private void declared(BindingModel model, XmlName name, Set<XmlName> seen) {
        for (DeclaredElement declaration : model.declarations) {
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

    /** Whether no declaration in the scope of this class hides the global one. */
    private boolean isNearest(BindingModel model, DeclaredElement declaration) {
        return declaration.scope() != null
                || model.declarations.stream().noneMatch(other -> {
                    Class<?> otherScope = other.scope();
                    return other.name().equals(declaration.name())
                            && otherScope != null
                            && otherScope.isAssignableFrom(scope);
                });
    }
}
