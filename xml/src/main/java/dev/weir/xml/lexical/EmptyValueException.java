package dev.weir.xml.lexical;

/** White space or nothing where a value was wanted. Some that read data take it for a value that is left out. */
public final class EmptyValueException extends IllegalArgumentException {
    EmptyValueException(String message) {
        super(message);
    }
}
