package dev.weir.xml.fastinfoset;

/**
 * An encoding of characters as octets other than UTF-8 and UTF-16 (X.891, clause 10). Ten are built in, see {@link
 * BuiltInAlgorithm}; others are known to both sides by a URI and are registered with the options. Implementations must
 * be thread-safe; the octets belong to the caller and must neither be kept nor changed.
 */
public interface EncodingAlgorithm {
    /**
     * Appends the characters that octets represent.
     *
     * @throws IllegalArgumentException if the octets are not valid for the algorithm; the message describes the error
     */
    void decode(byte[] octets, int offset, int length, StringBuilder to);

    /**
     * Encodes characters as octets, at least one.
     *
     * @throws IllegalArgumentException if {@link #decode} would not reproduce the characters exactly
     */
    byte[] encode(String characters);
}
