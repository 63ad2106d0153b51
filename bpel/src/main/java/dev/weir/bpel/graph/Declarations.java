package dev.weir.bpel.graph;

import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xpath.schema.SchemaTypes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What declarations of variables and partner links say by names of WSDL and of schemas. */
final class Declarations {
    static final Variable.Type COUNTER =
            new Variable.OfType(XmlName.of("http://www.w3.org/2001/XMLSchema", "unsignedInt"), SchemaTypes.Kind.NUMBER);

    private final Wsdl wsdl;
    private final PartnerDefinitions definitions;
    private final SchemaTypes types;
    private final UnresolvedReferences unresolved;

    Declarations(Wsdl wsdl, PartnerDefinitions definitions, SchemaTypes types, UnresolvedReferences unresolved) {
        this.wsdl = wsdl;
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
            return message == null ? null : new Variable.OfMessage(message);
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

    Variable.Type type(Part part) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            return new Variable.OfElement(element);
        }
        return type == null ? COUNTER : new Variable.OfType(type, types.kind(type));
    }

    /** The port types of a partner link, null for a role that it does not have. */
    record Roles(@Nullable PortType myPortType, @Nullable PortType partnerPortType) {}

    Roles roles(Construct.PartnerLink link) {
        Map<String, XmlName> roles = definitions.linkType(link.type());
        if (roles == null) {
            unresolved.add(link.line(), "no imported WSDL defines the partner link type " + link.type());
            roles = Map.of();
        }
        return new Roles(portType(link, link.myRole(), roles), portType(link, link.partnerRole(), roles));
    }

    private @Nullable PortType portType(Construct.PartnerLink link, @Nullable String role, Map<String, XmlName> roles) {
        if (role == null || roles.isEmpty()) {
            return null;
        }
        XmlName name = roles.get(role);
        PortType portType = name == null ? null : wsdl.portType(name);
        if (name == null) {
            unresolved.add(link.line(), "the partner link type " + link.type() + " has no role " + role);
        } else if (portType == null) {
            unresolved.add(link.line(), "no imported WSDL defines the port type " + name);
        }
        return portType;
    }
}
