package dev.weir.wsdl;

import dev.weir.wsdl.Wsdl.Duplicates;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The definitions in use, so that one which many composites have is linked and kept once. Those are one that have the same
 * {@link ReadDocuments}: one that differs in any document, imported or not, is another. Thread-safe.
 */
final class LinkedDefinitions {
    private final WeakValues<Key, Wsdl> definitions = new WeakValues<>();

    /** @param hash of the documents; of two definitions with equal keys these are compared */
    private record Key(int hash, Duplicates duplicates) {}

    /**
     * The definition of these documents, linked where it is not known.
     *
     * @param documents by their locations, in reading order
     * @throws WsdlException for a name that is not defined
     */
    Wsdl of(Map<URI, WsdlDocument> documents, Duplicates duplicates) {
        Key key = new Key(List.copyOf(documents.values()).hashCode(), duplicates);
        Wsdl known = definitions.get(key);
        if (known != null && known.isOf(documents.values())) {
            return known;
        }
        Wsdl linked = new Wsdl(documents, Set.of(), duplicates);
        definitions.put(key, linked);
        return linked;
    }
}
