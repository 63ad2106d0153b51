package dev.weir.bind.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings that a package specifies for all of its classes. */
final class PackageDefaults {
    private final AnnotationSet marks;
    private final String namespace;
    private final @Nullable AnnotationInfo schema;
    private final boolean elementsAreQualified;
    private final boolean attributesAreQualified;

    /**
     * @param marks the annotations of its package-info
     * @param otherwise the namespace if the package does not specify one
     */
    PackageDefaults(AnnotationSet marks, String otherwise) {
        this.marks = marks;
        this.schema = marks.get(AnnotationKind.XML_SCHEMA);
        this.namespace = schema == null ? otherwise : schema.text("namespace", "");
        this.elementsAreQualified =
                schema != null && schema.text("elementFormDefault").equals("QUALIFIED");
        this.attributesAreQualified =
                schema != null && schema.text("attributeFormDefault").equals("QUALIFIED");
    }

    /** The namespace of its types and global elements. */
    String namespace() {
        return namespace;
    }

    /** The namespace that an annotation specifies, or the package's by default. */
    String namespace(String given) {
        return given.equals(AnnotationInfo.DEFAULT) ? namespace : given;
    }

    boolean elementsAreQualified() {
        return elementsAreQualified;
    }

    boolean attributesAreQualified() {
        return attributesAreQualified;
    }

    /** The preferred prefixes, as XmlNs annotations. */
    List<AnnotationInfo> prefixes() {
        return schema == null ? List.of() : schema.marks("xmlns");
    }

    /** Which members are properties, as XmlAccessorType specifies; null if it is absent. */
    @Nullable AnnotationInfo access() {
        return marks.get(AnnotationKind.XML_ACCESSOR_TYPE);
    }

    /** The annotations of its package-info. */
    AnnotationSet marks() {
        return marks;
    }
}
