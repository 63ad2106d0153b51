package dev.weir.composite.assembly;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.PortType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contract that an {@code interface.wsdl} specifies.
 *
 * @param portType the port type whose operations are called
 * @param callback the port type of the callbacks; null if there is no callbackInterface
 * @param wsdl the document that defines the port type, with all its imports
 */
public record Contract(PortType portType, @Nullable PortType callback, Wsdl wsdl) {
    /** True if both name the same port types. */
    boolean sameInterfaceAs(Contract other) {
        return portType.name().equals(other.portType.name())
                && Objects.equals(
                        callback == null ? null : callback.name(),
                        other.callback == null ? null : other.callback.name());
    }
}
