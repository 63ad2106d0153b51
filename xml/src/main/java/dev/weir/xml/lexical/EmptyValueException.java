package dev.weir.xml.lexical;

import org.jspecify.annotations.Nullable;

/** A value was expected, but the text is empty or white space. Some readers of data treat it as a missing value. */
public final class EmptyValueException extends IllegalArgumentException {
    EmptyValueException(String message) {
        super(message);
    }

    /** For other readers of values. */
    public EmptyValueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
