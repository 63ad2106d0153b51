package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xpath.schema.SchemaTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable's declaration.
 *
 * @param id unique in its process
 * @param scope the id of the scope node that declares it
 * @param initial the from-spec of its declaration
 */
public record Variable(int id, int scope, String name, Type type, Node.@Nullable From initial, int line) {
    /** Of its id: those that are compared are of one process, and what they are made of is deep. */
    @Override
    public int hashCode() {
        return id;
    }

    /** What it may hold. */
    public sealed interface Type {}

    /** @param further parts that other definitions of the message have: processes are written with any of them in mind */
    public record OfMessage(MessageType message, List<Part> further) implements Type {}

    public record OfElement(XmlName element) implements Type {}

    /** A value of a schema type, kept as the content of an element named like the variable, in no namespace. */
    public record OfType(XmlName type, SchemaTypes.Kind kind) implements Type {}

    /** The name of the element that holds the value of the variable, or of a part of the message that it holds. */
    public XmlName elementName(@Nullable String part) {
        if (type instanceof OfElement of) {
            return of.element();
        }
        if (message() == null || part == null) {
            return XmlName.of(name);
        }
        Part declared = part(part);
        XmlName element = declared == null ? null : declared.element();
        return element == null ? XmlName.of(part) : element;
    }

    /** The schema type of the variable, or of a part of the message that it holds; null where that is an element. */
    @Nullable XmlName schemaType(@Nullable String part) {
        Part declared = part(part);
        return type instanceof OfType of ? of.type() : declared == null ? null : declared.type();
    }

    public @Nullable MessageType message() {
        return type instanceof OfMessage of ? of.message() : null;
    }

    /** A part of the message that it holds, by its name; null for none, and for a variable that holds no message. */
    public @Nullable Part part(@Nullable String part) {
        if (part == null || !(type instanceof OfMessage of)) {
            return null;
        }
        Part first = of.message().part(part);
        return first != null
                ? first
                : of.further().stream()
                        .filter(each -> each.name().equals(part))
                        .findFirst()
                        .orElse(null);
    }
}
