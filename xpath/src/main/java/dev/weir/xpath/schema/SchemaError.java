package dev.weir.xpath.schema;

/**
 * An error of a value that is validated.
 *
 * @param line in its document; 0 where it is not known
 * @param message the error, in the words of the schema processor
 */
public record SchemaError(int line, String message) {
    @Override
    public String toString() {
        return line > 0 ? "line " + line + ": " + message : message;
    }
}
