package dev.weir.wsdl;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The documents of definitions that were read through some {@link Resources} already: for those who read many definitions
 * that import the same documents. Each is fetched once, so that all definitions see it as it was then. Thread-safe.
 */
public final class SeenDocuments {
    private final Map<URI, WsdlDocument> documents = new ConcurrentHashMap<>();

    /** None yet. */
    public SeenDocuments() {}

    @Nullable WsdlDocument get(URI uri) {
        return documents.get(uri);
    }

    void add(WsdlDocument document) {
        documents.put(document.uri(), document);
    }
}
