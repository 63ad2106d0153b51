package dev.weir.wsdl;

/** A definition that cannot be read or does not hold together; the message names document and place. */
public class WsdlException extends RuntimeException {
    public WsdlException(String message) {
        super(message);
    }

    public WsdlException(String message, Throwable cause) {
        super(message, cause);
    }
}
