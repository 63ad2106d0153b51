package dev.weir.xml;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the external entities of a document, its external DTD subset among them. The reader itself never opens a file or
 * a connection: an entity that this function does not supply is not read.
 */
@FunctionalInterface
public interface ExternalEntities {
    /**
     * Opens an entity; the reader closes the stream. Called on the thread that reads, once for each entity of a document
     * that is needed.
     *
     * @param publicId the public identifier, white space normalised; null for none
     * @param systemId the system identifier, resolved against the URI of the entity that declares it where that is known
     * @return null to leave the entity out, as a non-validating processor may (XML 1.0, section 5.1): its text is then
     *     missing from the document, and entities that may have been declared in it are left out as well
     * @throws IOException reaches the reader's caller as an {@link java.io.UncheckedIOException}
     */
    @Nullable InputStream open(@Nullable String publicId, String systemId) throws IOException;

    /**
     * As {@link #open(String, String)}, with the entity's name and base. Readers call this method.
     *
     * @param name of the entity; {@code %} and the name for a parameter entity, {@code [dtd]} for the external subset
     * @param base the URI of the entity that holds the declaration; null where that is not known
     */
    default @Nullable InputStream open(String name, @Nullable String publicId, String systemId, @Nullable String base)
            throws IOException {
        return open(publicId, systemId);
    }

    /**
     * An external subset for a document that names none, with or without a DOCTYPE; called once for each such document.
     * The document is then read as if its DOCTYPE named this subset.
     *
     * @param root the name of the document's element: as its DOCTYPE has it, or else its start tag
     * @param base the URI of the document; null where that is not known
     * @return null to add nothing
     */
    default @Nullable Subset subset(String root, @Nullable String base) throws IOException {
        return null;
    }

    /**
     * An external subset.
     *
     * @param systemId its URI, which is the base of relative system identifiers in it; null for none
     * @param text its bytes, as an external entity; the reader closes the stream
     */
    record Subset(@Nullable String publicId, @Nullable String systemId, InputStream text) {}
}
