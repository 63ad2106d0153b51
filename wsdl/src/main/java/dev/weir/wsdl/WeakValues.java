package dev.weir.wsdl;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A map that forgets values that nobody else uses any more. Thread-safe. */
final class WeakValues<K, V> {
    private final Map<K, Entry<K, V>> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> unused = new ReferenceQueue<>();

    private static final class Entry<K, V> extends WeakReference<V> {
        private final K key;

        Entry(K key, V value, ReferenceQueue<V> queue) {
            super(value, queue);
            this.key = key;
        }
    }

    @Nullable V get(K key) {
        Entry<K, V> entry = entries.get(key);
        return entry == null ? null : entry.get();
    }

    /** @param key must not lead to the value: it would always be used */
    void put(K key, V value) {
        forgetUnused();
        entries.put(key, new Entry<>(key, value, unused));
    }

    int size() {
        forgetUnused();
        return entries.size();
    }

    private void forgetUnused() {
        for (Reference<? extends V> gone = unused.poll(); gone != null; gone = unused.poll()) {
            if (gone instanceof Entry<?, ?> entry) {
                entries.remove(entry.key, entry);
            }
        }
    }
}
