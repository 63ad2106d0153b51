package dev.weir.bpel.graph;

import dev.weir.bpel.graph.PartnerDefinitions.LinkType;
import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xpath.schema.SchemaTypes;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What declarations of variables and partner links say by names of WSDL and of schemas. */
final class Declarations {
    static final Variable.Type COUNTER =
            new Variable.OfType(XmlName.of("http://www.w3.org/2001/XMLSchema", "unsignedInt"), SchemaTypes.Kind.NUMBER);

    private final Wsdl wsdl;
    private final Map<String, URI> linkWsdls;
    private final Map<String, String> linkAddresses;
    private final PartnerDefinitions definitions;
    private final SchemaTypes types;
    private final UnresolvedReferences unresolved;

    Declarations(
            ProcessDocuments documents,
            PartnerDefinitions definitions,
            SchemaTypes types,
            UnresolvedReferences unresolved) {
        this.wsdl = documents.wsdl();
        this.linkWsdls = documents.linkWsdls();
        this.linkAddresses = documents.linkAddresses();
        this.definitions = definitions;
        this.types = types;
        this.unresolved = unresolved;
    }

    Variable.@Nullable Type type(Construct.Variable variable) {
        XmlName messageType = variable.messageType();
        XmlName element = variable.element();
        XmlName type = variable.type();
        if (messageType != null) {
            MessageType message = message(messageType, variable.line());
            return message == null ? null : ofMessage(message);
        }
        if (element != null) {
            return new Variable.OfElement(element);
        }
        return type == null ? null : new Variable.OfType(type, types.kind(type));
    }

    @Nullable MessageType message(XmlName name, int line) {
        MessageType message = wsdl.message(name);
        if (message == null) {
            unresolved.add(line, "no imported WSDL defines the message " + name);
        }
        return message;
    }

    Variable.OfMessage ofMessage(MessageType message) {
        return new Variable.OfMessage(
                message,
                wsdl.messages(message.name()).stream()
                        .filter(each -> !each.equals(message))
                        .flatMap(each -> each.parts().stream())
                        .toList());
    }

    /**
     * An operation of a partner link's port type. Where that lacks it, the first definition of the port type that has it
     * counts, of which rule SA00010 warns; null where none has it.
     */
    @Nullable Operation operation(PortType own, String name) {
        return Stream.concat(Stream.of(own), wsdl.portTypes(own.name()).stream())
                .map(each -> each.operation(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * The message that an operation has, or where that does not suit, the first definition of its name that does, of which
     * rule SA00010 warns.
     */
    MessageType suiting(MessageType own, Predicate<MessageType> suits) {
        List<MessageType> definitions = wsdl.messages(own.name());
        return definitions.size() < 2 || suits.test(own)
                ? own
                : definitions.stream().filter(suits).findFirst().orElse(own);
    }

    Variable.Type type(Part part) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            return new Variable.OfElement(element);
        }
        return type == null ? COUNTER : new Variable.OfType(type, types.kind(type));
    }

    /** The port types of a partner link, null for a role that it does not have, and its partner's address if that is known. */
    record Roles(
            @Nullable PortType myPortType,
            @Nullable PortType partnerPortType,
            @Nullable String address) {}

    /** @param name of the link in the process, where those of other components have their component's before it */
    Roles roles(Construct.PartnerLink link, String name) {
        URI own = linkWsdls.get(name);
        Set<String> roles = Stream.of(link.myRole(), link.partnerRole())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        LinkType type = definitions.linkType(link.type(), own, roles);
        if (type == null) {
            unresolved.add(link.line(), "no imported WSDL defines the partner link type " + link.type());
            return new Roles(null, null, null);
        }
        List<URI> from = own == null ? List.of(type.document()) : List.of(own, type.document());
        return new Roles(
                portType(link, link.myRole(), type, from),
                portType(link, link.partnerRole(), type, from),
                linkAddresses.get(name));
    }

    private @Nullable PortType portType(
            Construct.PartnerLink link, @Nullable String role, LinkType type, List<URI> from) {
        if (role == null || type.roles().isEmpty()) {
            return null;
        }
        XmlName name = type.roles().get(role);
        PortType portType = name == null ? null : wsdl.portType(name, from);
        if (name == null) {
            unresolved.add(link.line(), "the partner link type " + link.type() + " has no role " + role);
        } else if (portType == null) {
            unresolved.add(link.line(), "no imported WSDL defines the port type " + name);
        }
        return portType;
    }
}
