package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.MessageType;
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

    public @Nullable MessageType message() {
        return type instanceof OfMessage of ? of.message() : null;
    }
}
