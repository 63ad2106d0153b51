package dev.weir.bind.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The annotations that the model reads. Their names are resolved once; a set of kinds is a bit mask. */
enum AnnotationKind {
    XML_ACCESSOR_ORDER("XmlAccessorOrder"),
    XML_ACCESSOR_TYPE("XmlAccessorType"),
    XML_ANY_ATTRIBUTE("XmlAnyAttribute"),
    XML_ANY_ELEMENT("XmlAnyElement"),
    XML_ATTACHMENT_REF("XmlAttachmentRef"),
    XML_ATTRIBUTE("XmlAttribute"),
    XML_ELEMENT("XmlElement"),
    XML_ELEMENT_DECL("XmlElementDecl"),
    XML_ELEMENT_REF("XmlElementRef"),
    XML_ELEMENT_REFS("XmlElementRefs"),
    XML_ELEMENT_WRAPPER("XmlElementWrapper"),
    XML_ELEMENTS("XmlElements"),
    XML_ENUM("XmlEnum"),
    XML_ENUM_VALUE("XmlEnumValue"),
    XML_ID("XmlID"),
    XML_IDREF("XmlIDREF"),
    XML_INLINE_BINARY_DATA("XmlInlineBinaryData"),
    XML_JAVA_TYPE_ADAPTER("adapters/XmlJavaTypeAdapter"),
    XML_JAVA_TYPE_ADAPTERS("adapters/XmlJavaTypeAdapters"),
    XML_LIST("XmlList"),
    XML_MIME_TYPE("XmlMimeType"),
    XML_MIXED("XmlMixed"),
    XML_REGISTRY("XmlRegistry"),
    XML_ROOT_ELEMENT("XmlRootElement"),
    XML_SCHEMA("XmlSchema"),
    XML_SCHEMA_TYPE("XmlSchemaType"),
    XML_SCHEMA_TYPES("XmlSchemaTypes"),
    XML_SEE_ALSO("XmlSeeAlso"),
    XML_TRANSIENT("XmlTransient"),
    XML_TYPE("XmlType"),
    XML_VALUE("XmlValue"),

    /** Any other annotation of the specification. */
    OTHER(""),

    /**
     * Marks the field that stores the location in the document: an annotation of the reference implementation, which
     * need not be on the class path.
     */
    LOCATION("");

    private static final String PACKAGE = "Ljakarta/xml/bind/annotation/";
    private static final Map<String, AnnotationKind> BY_DESCRIPTOR = new HashMap<>();

    static {
        for (AnnotationKind kind : values()) {
            BY_DESCRIPTOR.put(PACKAGE + kind.name + ";", kind);
        }
    }

    private final String name;

    /** The bit of this kind in a mask. */
    @SuppressWarnings("EnumOrdinal") // ordinals are not stored or sent anywhere
    final long bit = 1L << ordinal();

    AnnotationKind(String name) {
        this.name = name;
    }

    /** As it is written. */
    @Override
    public String toString() {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The kind for the descriptor of an annotation class; null for annotations unrelated to binding. */
    static @Nullable AnnotationKind of(String descriptor) {
        AnnotationKind known = BY_DESCRIPTOR.get(descriptor);
        if (known != null) {
            return known;
        }
        if (descriptor.startsWith(PACKAGE)) {
            return OTHER;
        }
        return descriptor.endsWith("/XmlLocation;") ? LOCATION : null;
    }
}
