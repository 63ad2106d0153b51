package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import org.jspecify.annotations.Nullable;

/** The kind of value that one element or attribute holds, as a Java type. */
public sealed interface Content {
    /**
     * A simple value.
     *
     * @param declared the schema type specified by XmlSchemaType; null if none is specified
     */
    record Simple(SimpleType type, @Nullable XmlName declared) implements Content {}

    /** An instance of a bound class, or of one derived from it. */
    record Bean(BoundClass bound) implements Content {}

    /** An instance of a bound class that has a value (XmlValue) and nothing else, as the text of that value. */
    record Wrapped(BoundClass bound) implements Content {}

    /** A constant of an enum. */
    record Constant(BoundEnum bound) implements Content {}

    /** A Java array as a value of its own. */
    record Array(BoundArray bound) implements Content {}

    /** xs:anyType: the type named by xsi:type, or a DOM element. */
    record Anything() implements Content {}

    /** Simple values separated by white space, as one text (XmlList). */
    record Items(Content item) implements Content {}

    /** The ID of another object (XmlIDREF). */
    record Reference(Class<?> target) implements Content {}

    /**
     * Binary data that may travel as an attachment.
     *
     * @param mimeType null if not specified
     * @param inline never as an attachment (XmlInlineBinaryData)
     * @param reference always as an attachment, by its content id (XmlAttachmentRef)
     */
    record Binary(SimpleType type, @Nullable String mimeType, boolean inline, boolean reference) implements Content {}

    /** A value that an adapter converts from other content. */
    record Adapted(Class<? extends XmlAdapter<?, ?>> adapter, Content inner) implements Content {}

    /** A map: elements named entry, each with a key and a value, in no namespace. */
    record Entries(Class<?> type, Content key, Content value) implements Content {}
}
