package dev.weir.xml;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * General entities that a document may refer to though no DTD of its declares them: HTML's nbsp for example.
 * They are found in content and in attribute values, in documents without DOCTYPE as well; amp, lt, gt, apos and quot are
 * what XML says. Called on the thread that reads.
 */
public interface GeneralEntities {
    /**
     * Asked before the DTD.
     *
     * @return the replacement text, which may hold markup and references; null to leave the entity to the DTD
     */
    @Nullable String declared(String name);

    /**
     * Asked about an entity that nobody declares; the reader closes the stream. What it holds is read as an external
     * entity is, with a text declaration perhaps, but may stand in attribute values.
     *
     * @return null where there is none: the reference is an error then, as it is without this function
     * @throws IOException reaches the reader's caller as an {@link java.io.UncheckedIOException}
     */
    default @Nullable InputStream undeclared(String name) throws IOException {
        return null;
    }
}
