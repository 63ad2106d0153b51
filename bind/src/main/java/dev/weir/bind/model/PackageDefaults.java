package dev.weir.bind.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a package says for all of its classes. */
final class PackageDefaults {
    private final AnnotationSet marks;
    private final String namespace;
    private final @Nullable AnnotationInfo schema;
    private final boolean elementsAreQualified;
    private final boolean attributesAreQualified;

    /**
     * @param marks those of its package-info
     * @param otherwise the namespace, where it does not say any
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

    /** Of its types and global elements. */
    String namespace() {
        return namespace;
    }

    /** Or the one that an annotation gives. */
    String namespace(String given) {
        return given.equals(AnnotationInfo.DEFAULT) ? namespace : given;
    }

    boolean elementsAreQualified() {
        return elementsAreQualified;
    }

    boolean attributesAreQualified() {
        return attributesAreQualified;
    }

    /** The prefixes that it asks for, XmlNs each. */
    List<AnnotationInfo> prefixes() {
        return schema == null ? List.of() : schema.marks("xmlns");
    }

    /** Which members are properties, as XmlAccessorType says it; null where it does not. */
    @Nullable AnnotationInfo access() {
        return marks.get(AnnotationKind.XML_ACCESSOR_TYPE);
    }

    /** Those of its package-info. */
    AnnotationSet marks() {
        return marks;
    }
}
