package dev.weir.wsdl;

import java.net.URI;
import java.util.Arrays;

/**
 * The documents that definitions in use were read from, so that one which many import is parsed and kept once: those of an
 * enterprise's model stand in each of hundreds of composites. A document is known by its location, which references in it
 * are relative to, and its content; it is forgotten when nothing that was read from it is in use any more. Nobody changes
 * what was read. Thread-safe.
 */
final class ReadDocuments {
    private final WeakValues<Key, WsdlDocument> documents = new WeakValues<>();

    /** @param hash of the content; of two documents with equal keys the bytes are compared */
    private record Key(URI uri, int length, int hash) {}

    /**
     * The document with these bytes, read anew where it is not known.
     *
     * @param bytes kept with the document; not to be changed
     * @throws WsdlException if it cannot be read
     */
    WsdlDocument read(URI uri, byte[] bytes) {
        Key key = new Key(uri, bytes.length, Arrays.hashCode(bytes));
        WsdlDocument known = documents.get(key);
        if (known != null && Arrays.equals(known.bytes(), bytes)) {
            return known;
        }
        WsdlDocument read = WsdlDocument.parse(uri, bytes);
        documents.put(key, read);
        return read;
    }

    /** How many documents are known. */
    int size() {
        return documents.size();
    }
}
