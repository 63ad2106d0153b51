package dev.weir.xpath;

import org.jspecify.annotations.Nullable;

/** An expression that is wrong, or cannot be evaluated; the message quotes the expression. */
public class XPathException extends RuntimeException {
    public XPathException(String message) {
        super(message);
    }

    public XPathException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
