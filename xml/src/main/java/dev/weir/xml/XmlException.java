package dev.weir.xml;

/**
 * A document that is not well-formed, goes beyond a limit, or does not have the requested content; also an item passed to a
 * writer that no well-formed document can hold. The message names the error and its location. It may quote a bounded snippet
 * of the document, so it may be shown to the document's sender but not to others.
 */
public class XmlException extends RuntimeException {
    private final String reason;
    private final XmlLocation location;

    public XmlException(String message, XmlLocation location) {
        super(location.equals(XmlLocation.NONE) ? message : message + " at " + location);
        this.reason = message;
        this.location = location;
    }

    public XmlException(String message, XmlLocation location, Throwable cause) {
        super(location.equals(XmlLocation.NONE) ? message : message + " at " + location, cause);
        this.reason = message;
        this.location = location;
    }

    /** The message without the place. */
    public String reason() {
        return reason;
    }

    public XmlLocation location() {
        return location;
    }
}
