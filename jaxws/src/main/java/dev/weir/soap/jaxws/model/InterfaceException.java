package dev.weir.soap.jaxws.model;

import jakarta.xml.ws.WebServiceException;

/** A class is no service endpoint interface, or has something that is not supported; names class, member and remedy. */
public final class InterfaceException extends WebServiceException {
    private static final long serialVersionUID = 1;

    public InterfaceException(String message) {
        super(message);
    }

    public InterfaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
