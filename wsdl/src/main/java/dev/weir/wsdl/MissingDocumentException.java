package dev.weir.wsdl;

import dev.weir.xml.Problem;
import java.net.URI;

/** A document that cannot be had: the one that was asked for, or one that it imports, directly or not. */
public final class MissingDocumentException extends WsdlException {
    private final transient URI document;
    private final String reason;

    /** The document that was asked for itself. */
    MissingDocumentException(URI document, WsdlException cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.document = document;
        this.reason = String.valueOf(cause.getMessage());
    }

    /** @param need where another document imports it */
    MissingDocumentException(URI document, WsdlException cause, Problem need) {
        super(need, cause);
        this.document = document;
        this.reason = String.valueOf(cause.getMessage());
    }

    /** The document that is not there. */
    public URI document() {
        return document;
    }

    /** Why it cannot be had, with its name. */
    public String reason() {
        return reason;
    }
}
