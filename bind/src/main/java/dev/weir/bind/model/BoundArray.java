package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * An array type as a value of its own, such as a nested array or the parameter of a service: a complex type with an
 * element {@code item} for each array item.
 *
 * @param typeName by the reference implementation's convention: the item's type with {@code Array} behind it, in {@link
 *     #NAMESPACE} for the types of XML Schema; null where items are of an anonymous type
 */
public record BoundArray(Class<?> type, @Nullable XmlName typeName, Content item) {
    static final String NAMESPACE = "http://jaxb.dev.java.net/array";

    /** The element name of the items, for all arrays. */
    public static final XmlName ITEM = XmlName.of("item");

    static BoundArray of(Class<?> type, Content item) {
        XmlName of = typeName(item);
        return new BoundArray(
                type,
                of == null
                        ? null
                        : XmlName.of(
                                of.namespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI) ? NAMESPACE : of.namespace(),
                                of.local() + "Array"),
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
        return content instanceof Content.Anything ? XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType") : null;
    }
}
