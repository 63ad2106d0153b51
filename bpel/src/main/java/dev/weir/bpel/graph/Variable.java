package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xpath.schema.SchemaTypes;
import org.jspecify.annotations.Nullable;

/**
 * A variable's declaration.
 *
 * @param id unique in its process
 * @param scope the id of the scope node that declares it
 * @param initial the from-spec of its declaration
 */
public record Variable(int id, int scope, String name, Type type, Node.@Nullable From initial, int line) {
    /** What it may hold. */
    public sealed interface Type {}

    public record OfMessage(MessageType message) implements Type {}

    public record OfElement(XmlName element) implements Type {}

    /** A value of a schema type, kept as the content of an element named like the variable, in no namespace. */
    public record OfType(XmlName type, SchemaTypes.Kind kind) implements Type {}

    /** The name of the element that holds the value of the variable, or of a part of the message that it holds. */
    public XmlName elementName(@Nullable String part) {
        if (type instanceof OfElement of) {
            return of.element();
        }
        MessageType message = message();
        if (message == null || part == null) {
            return XmlName.of(name);
        }
        Part declared = message.part(part);
        XmlName element = declared == null ? null : declared.element();
        return element == null ? XmlName.of(part) : element;
    }

    /** The schema type of the variable, or of a part of the message that it holds; null where that is an element. */
    @Nullable XmlName schemaType(@Nullable String part) {
        MessageType message = message();
        Part declared = message == null || part == null ? null : message.part(part);
        return type instanceof OfType of ? of.type() : declared == null ? null : declared.type();
    }

    public @Nullable MessageType message() {
        return type instanceof OfMessage of ? of.message() : null;
    }
}
