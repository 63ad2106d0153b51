package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import org.jspecify.annotations.Nullable;

/** What one element or attribute holds, as Java sees it. */
public sealed interface Content {
    /**
     * A simple value.
     *
     * @param told what its schema type is said to be (XmlSchemaType); null where nothing is said
     */
    record Simple(SimpleType type, @Nullable XmlName told) implements Content {}

    /** An instance of a bound class, or of one derived from it. */
    record Bean(BoundClass bound) implements Content {}

    /** An instance of a bound class that has a value (XmlValue) and nothing else, as the text of that value. */
    record Wrapped(BoundClass bound) implements Content {}

    /** A constant of an enum. */
    record Constant(BoundEnum bound) implements Content {}

    /** A Java array as a value of its own. */
    record Array(BoundArray bound) implements Content {}

    /** xs:anyType: what xsi:type says, or a DOM element. */
    record Anything() implements Content {}

    /** Simple values with white space between them, as one text (XmlList). */
    record Items(Content item) implements Content {}

    /** The ID of another object (XmlIDREF). */
    record Reference(Class<?> target) implements Content {}

    /**
     * Binary data that may travel as an attachment.
     *
     * @param mimeType null where none is told
     * @param inline never as an attachment (XmlInlineBinaryData)
     * @param reference always as an attachment, by its content id (XmlAttachmentRef)
     */
    record Binary(SimpleType type, @Nullable String mimeType, boolean inline, boolean reference) implements Content {}

    /** What an adapter makes of other content. */
    record Adapted(Class<? extends XmlAdapter<?, ?>> adapter, Content inner) implements Content {}

    /** A map: elements named entry, each with a key and a value, in no namespace. */
    record Entries(Class<?> type, Content key, Content value) implements Content {}
}
