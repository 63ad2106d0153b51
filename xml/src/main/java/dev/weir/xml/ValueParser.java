package dev.weir.xml;

/** From the lexical form of a simple type to its value, straight from the reader's bytes. */
@FunctionalInterface
public interface ValueParser<T> {
    /**
     * Parses a value, white space around it included.
     *
     * @param utf8 the reader's: valid until this returns, and not to be changed
     * @throws IllegalArgumentException for what is not in the lexical space; the reader adds which element or attribute,
     *     and where
     */
    T parse(byte[] utf8, int from, int to);
}
