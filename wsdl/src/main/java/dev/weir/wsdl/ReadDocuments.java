package dev.weir.wsdl;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The documents that definitions in use were read from, so that one which many import is parsed and kept once: those of an
 * enterprise's model stand in each of hundreds of composites. A document is known by its location, which references in it
 * are relative to, and its content; it is forgotten when nothing that was read from it is in use any more. Nobody changes
 * what was read. Thread-safe.
 */
final class ReadDocuments {
    private final Map<Key, Entry> documents = new ConcurrentHashMap<>();
    private final ReferenceQueue<WsdlDocument> unused = new ReferenceQueue<>();

    /** @param hash of the content; of two documents with equal keys the bytes are compared */
    private record Key(URI uri, int length, int hash) {}

    private static final class Entry extends WeakReference<WsdlDocument> {
        private final Key key;

        Entry(Key key, WsdlDocument document, ReferenceQueue<WsdlDocument> queue) {
            super(document, queue);
            this.key = key;
        }
    }

    /**
     * The document with these bytes, read anew where it is not known.
     *
     * @param bytes kept with the document; not to be changed
     * @throws WsdlException if it cannot be read
     */
    WsdlDocument read(URI uri, byte[] bytes) {
        forgetUnused();
        Key key = new Key(uri, bytes.length, Arrays.hashCode(bytes));
        WsdlDocument known = known(key, bytes);
        if (known != null) {
            return known;
        }
        WsdlDocument read = WsdlDocument.parse(uri, bytes);
        documents.put(key, new Entry(key, read, unused));
        return read;
    }

    private @Nullable WsdlDocument known(Key key, byte[] bytes) {
        Entry entry = documents.get(key);
        WsdlDocument document = entry == null ? null : entry.get();
        return document != null && Arrays.equals(document.bytes(), bytes) ? document : null;
    }

    /** How many documents are known. */
    int size() {
        forgetUnused();
        return documents.size();
    }

    private void forgetUnused() {
        for (Reference<?> gone = unused.poll(); gone != null; gone = unused.poll()) {
            if (gone instanceof Entry entry) {
                documents.remove(entry.key, entry);
            }
        }
    }
}
