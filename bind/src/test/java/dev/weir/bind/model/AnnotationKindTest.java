package dev.weir.bind.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.xml.bind.annotation.XmlAccessorOrder;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlNs;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSchemaTypes;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.annotation.Annotation;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.glassfish.jaxb.core.annotation.XmlLocation;
import org.junit.jupiter.api.Test;

class AnnotationKindTest {
    private static AnnotationKind of(Class<? extends Annotation> annotation) {
        AnnotationKind kind = AnnotationKind.of(annotation.descriptorString());
        assertNotNull(kind);
        return kind;
    }

    @Test
    void everyKindIsAnAnnotationOfTheSpecification() {
        List<Class<? extends Annotation>> annotations = List.of(
                XmlAccessorOrder.class,
                XmlAccessorType.class,
                XmlAnyAttribute.class,
                XmlAnyElement.class,
                XmlAttachmentRef.class,
                XmlAttribute.class,
                XmlElement.class,
                XmlElementDecl.class,
                XmlElementRef.class,
                XmlElementRefs.class,
                XmlElementWrapper.class,
                XmlElements.class,
                XmlEnum.class,
                XmlEnumValue.class,
                XmlID.class,
                XmlIDREF.class,
                XmlInlineBinaryData.class,
                XmlJavaTypeAdapter.class,
                XmlJavaTypeAdapters.class,
                XmlList.class,
                XmlMimeType.class,
                XmlMixed.class,
                XmlRegistry.class,
                XmlRootElement.class,
                XmlSchema.class,
                XmlSchemaType.class,
                XmlSchemaTypes.class,
                XmlSeeAlso.class,
                XmlTransient.class,
                XmlType.class,
                XmlValue.class);
        Set<AnnotationKind> kinds = EnumSet.of(AnnotationKind.OTHER, AnnotationKind.LOCATION);
        for (Class<? extends Annotation> annotation : annotations) {
            AnnotationKind kind = of(annotation);
            assertEquals(
                    annotation.getSimpleName().toUpperCase(Locale.ROOT),
                    kind.name().replace("_", ""));
            kinds.add(kind);
        }
        assertEquals(EnumSet.allOf(AnnotationKind.class), kinds);
    }

    @Test
    void othersAreOfTheSpecificationOrHoldThePlaceOrAreNone() {
        assertEquals(AnnotationKind.OTHER, of(XmlNs.class));
        assertEquals(AnnotationKind.LOCATION, of(XmlLocation.class));
        assertNull(AnnotationKind.of(Override.class.descriptorString()));
    }
}
