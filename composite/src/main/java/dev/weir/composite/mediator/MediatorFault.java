package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/**
 * A fault on its way back to the caller.
 *
 * @param name the fault's name in the mediator's own operation, in the namespace of its port type
 */
public record MediatorFault(XmlName name, MessageValue data) {}
