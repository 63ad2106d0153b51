package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The binding of a port type that has none: document/literal where every message has at most one part and that is an
 * element, rpc/literal where all parts are types (WS-I Basic Profile R2201 to R2204). The SOAPAction is the operation's
 * name, as Oracle SOA Suite makes it.
 */
public final class DerivedBinding {
    private DerivedBinding() {}

    /** @throws WsdlException where the messages fit neither style */
    public static Binding of(PortType portType, SoapVersion version, XmlName name) {
        boolean rpc = !allMessages(portType, DerivedBinding::fitsDocument);
        if (rpc && !allMessages(portType, DerivedBinding::fitsRpc)) {
            throw new WsdlException("no SOAP binding can be made for portType " + portType.name()
                    + ": every message must have at most one part, given by element (document style), or only parts given"
                    + " by type (rpc style)");
        }
        Map<String, BindingOperation> operations = new LinkedHashMap<>();
        for (Operation operation : portType.operations()) {
            if (operation.input() != null) {
                operations.put(
                        operation.name(),
                        new BindingOperation(
                                operation,
                                operation.name(),
                                rpc,
                                message(operation.input(), rpc, portType),
                                message(operation.output(), rpc, portType)));
            }
        }
        return new Binding(name, portType, version, rpc, Collections.unmodifiableMap(operations));
    }

    private interface Fit {
        boolean fits(@Nullable MessageType message);
    }

    private static boolean allMessages(PortType portType, Fit fit) {
        for (Operation operation : portType.operations()) {
            if (!fit.fits(operation.input()) || !fit.fits(operation.output())) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsDocument(@Nullable MessageType message) {
        return message == null
                || message.parts().isEmpty()
                || message.parts().size() == 1 && message.parts().get(0).element() != null;
    }

    private static boolean fitsRpc(@Nullable MessageType message) {
        return message == null || message.parts().stream().allMatch(part -> part.type() != null);
    }

    private static MessageBinding message(@Nullable MessageType message, boolean rpc, PortType portType) {
        return message == null
                ? MessageBinding.NONE
                : new MessageBinding(rpc ? portType.name().namespace() : "", false, message.parts(), List.of());
    }
}
