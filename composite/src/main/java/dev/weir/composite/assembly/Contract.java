package dev.weir.composite.assembly;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.PortType;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code interface.wsdl} names.
 *
 * @param portType what is called
 * @param callback what is called back; null where there is no callbackInterface
 * @param wsdl the document that defines the port type, with all it imports
 */
public record Contract(PortType portType, @Nullable PortType callback, Wsdl wsdl) {}
