package dev.weir.xml;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * General entities that documents may refer to without a declaration in their DTD: HTML's nbsp for example. They apply in
 * content and in attribute values, also in documents without DOCTYPE; amp, lt, gt, apos and quot cannot be redefined.
 * Called on the thread that reads.
 */
public interface GeneralEntities {
    /**
     * Looked up before the declarations of the DTD.
     *
     * @return the replacement text, which may hold markup and references; null to leave the entity to the DTD
     */
    @Nullable String declared(String name);

    /**
     * Looked up for an entity that is not declared; the reader closes the stream. Its content is read like an external
     * entity, with an optional text declaration, but may also be referred to in attribute values.
     *
     * @return null for none: the reference is then an error, as it is without this function
     * @throws IOException reaches the reader's caller as an {@link java.io.UncheckedIOException}
     */
    default @Nullable InputStream undeclared(String name) throws IOException {
        return null;
    }
}
