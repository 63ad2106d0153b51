package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A property of a bound class.
 *
 * @param rawType the type of the member, erased
 * @param itemType the type of one item; for {@link Shape#ONE} the same as the raw type
 * @param elements what an ELEMENT may appear as, in order; else empty
 * @param attribute the name of an ATTRIBUTE; else null
 * @param content what an ATTRIBUTE or VALUE holds; else null
 * @param wrapper the element around all the items; null for none
 * @param references what a REFERENCE may appear as
 * @param wildcard null for none
 * @param mixed a REFERENCE holds text as well
 * @param id the value identifies the object (XmlID)
 */
public record Property(
        String name,
        Kind kind,
        Accessor accessor,
        Shape shape,
        Class<?> rawType,
        Class<?> itemType,
        List<ElementUse> elements,
        @Nullable XmlName attribute,
        @Nullable Content content,
        @Nullable ElementUse wrapper,
        List<ReferenceUse> references,
        @Nullable Wildcard wildcard,
        boolean mixed,
        boolean required,
        boolean id) {
    /** The part of the element by which the property is represented. */
    public enum Kind {
        ATTRIBUTE,
        VALUE,
        ELEMENT,
        REFERENCE,
        ANY_ATTRIBUTE
    }

    /** Whether there is one value or several, and in which container. */
    public enum Shape {
        ONE,
        COLLECTION,
        ARRAY
    }
}
