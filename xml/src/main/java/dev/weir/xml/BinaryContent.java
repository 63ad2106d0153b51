package dev.weir.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Binary data that a document has in the place of base64 text, and that is held elsewhere: in memory, in a file, in a part of
 * a MIME message. It can be read any number of times, by several threads. Its owner decides how long.
 */
public interface BinaryContent {
    /** The media type of content of which nothing is known. */
    String ANY_TYPE = "application/octet-stream";

    /** The number of bytes; -1 where it is known only when all have been read. */
    long length();

    /** The media type; {@code application/octet-stream} where nobody has given one. */
    String contentType();

    /**
     * Opens a stream over all bytes; the caller closes it.
     *
     * @throws IOException also where the owner has released the content
     */
    InputStream open() throws IOException;

    /**
     * All bytes, which the caller must not change.
     *
     * @throws UncheckedIOException where the content cannot be read
     */
    default byte[] bytes() {
        try (InputStream in = open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Content in memory; the array must not be changed any more. */
    static BinaryContent of(byte[] bytes, String contentType) {
        return new BytesContent(bytes, contentType);
    }
}
