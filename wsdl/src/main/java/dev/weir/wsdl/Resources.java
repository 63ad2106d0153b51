package dev.weir.wsdl;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the documents that WSDLs and schemas import. The only access that a definition has to other files.
 * Implementations document which locations they can read.
 */
@FunctionalInterface
public interface Resources {
    /**
     * The bytes of a document.
     *
     * @param uri absolute: an import's location resolved against its document's own URI
     * @throws WsdlException if there is no such document, or it must not be read
     */
    byte[] read(URI uri);

    /** What people should know of where a document was found, after it was read; null where it is where its URI says. */
    default @Nullable String remark(URI uri) {
        return null;
    }

    /**
     * Where these resources remember what definitions were read from, so that each document is read once; null where they
     * do not.
     */
    default @Nullable SeenDocuments seen(URI uri) {
        return null;
    }
}
