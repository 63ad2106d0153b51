package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;

/**
 * An exception that an operation declares (section 3.8 of the specification).
 *
 * @param exception the class that the method declares
 * @param element the element in the detail of the SOAP fault
 * @param bean the class bound to it
 * @param info true where the exception has {@code getFaultInfo} and a constructor that takes the bean; false where the
 *     bean has the properties of the exception
 * @param field of the class that {@link EndpointInterface#partsClass} returns, which says how the bean is bound
 * @param messageName the local name of the WSDL message
 * @param action the WS-Addressing action; empty for the default
 */
public record Fault(
        Class<? extends Exception> exception,
        XmlName element,
        Class<?> bean,
        boolean info,
        String field,
        String messageName,
        String action) {}
