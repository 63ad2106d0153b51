package dev.weir.composite.assembly;

/**
 * Something wrong with a composite's files.
 *
 * @param file the path inside the composite, or the whole URI of a document from elsewhere
 * @param line counted from 1; 0 where the problem is with the file as a whole
 * @param message what is wrong and what to do
 */
public record Problem(String file, int line, String message) {
    /** {@code composite.xml:12: message}. */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line + ": " + message : file + ": " + message;
    }
}
