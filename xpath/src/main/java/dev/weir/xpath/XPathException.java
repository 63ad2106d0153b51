package dev.weir.xpath;

/** An expression that is wrong, or cannot be evaluated; the message quotes the expression. */
public class XPathException extends RuntimeException {
    public XPathException(String message) {
        super(message);
    }

    public XPathException(String message, Throwable cause) {
        super(message, cause);
    }
}
