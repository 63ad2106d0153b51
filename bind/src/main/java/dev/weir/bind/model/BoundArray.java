package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * An array that is a value of its own, as those in an array of arrays are, or the parameter of a service: a complex type
 * with an element {@code item} for each of its items.
 *
 * @param typeName by the reference implementation's convention: the item's type with {@code Array} behind it, in {@link
 *     #NAMESPACE} for the types of XML Schema; null where items are of an anonymous type
 */
public record BoundArray(Class<?> type, @Nullable XmlName typeName, Content item) {
    static final String NAMESPACE = "http://jaxb.dev.java.net/array";
    private static final String XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

    /** The elements of all arrays. */
    public static final XmlName ITEM = XmlName.of("item");

    static BoundArray of(Class<?> type, Content item) {
        XmlName of = typeName(item);
        return new BoundArray(
                type,
                of == null
                        ? null
                        : XmlName.of(
                                of.namespace().equals(XML_SCHEMA) ? NAMESPACE : of.namespace(), of.local() + "Array"),
                item);
    }

    private static @Nullable XmlName typeName(Content content) {
        if (content instanceof Content.Simple simple) {
            return simple.type().schemaType();
        } else if (content instanceof Content.Binary binary) {
            return binary.type().schemaType();
        } else if (content instanceof Content.Bean bean) {
            return bean.bound().typeName();
        } else if (content instanceof Content.Constant constant) {
            return constant.bound().typeName();
        } else if (content instanceof Content.Array array) {
            return array.bound().typeName();
        }
        return content instanceof Content.Anything ? XmlName.of(XML_SCHEMA, "anyType") : null;
    }
}
