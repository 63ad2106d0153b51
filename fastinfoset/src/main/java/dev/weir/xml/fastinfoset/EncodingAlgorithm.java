package dev.weir.xml.fastinfoset;

/**
 * A way to put characters into octets that is neither UTF-8 nor UTF-16 (X.891, clause 10). Ten are built in, see {@link
 * BuiltInAlgorithm}; others are known to both sides by a URI and are registered with the options. Implementations must be
 * thread-safe; the octets belong to the caller and must neither be kept nor changed.
 */
public interface EncodingAlgorithm {
    /**
     * Appends the characters that octets stand for.
     *
     * @throws IllegalArgumentException octets that the algorithm cannot have made; the message says what is wrong
     */
    void decode(byte[] octets, int offset, int length, StringBuilder to);

    /**
     * The octets for characters, at least one.
     *
     * @throws IllegalArgumentException characters that {@link #decode} would not give back as they are
     */
    byte[] encode(String characters);
}
