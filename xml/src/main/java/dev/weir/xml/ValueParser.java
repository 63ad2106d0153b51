package dev.weir.xml;

/** Parses the lexical form of a simple type, straight from the reader's bytes. */
@FunctionalInterface
public interface ValueParser<T> {
    /**
     * Parses a value, white space around it included.
     *
     * @param utf8 owned by the reader: valid until this method returns, and not to be changed
     * @throws IllegalArgumentException for text outside the lexical space; the reader adds the element or attribute and the
     *     location
     */
    T parse(byte[] utf8, int from, int to);
}
