package dev.weir.server.console;

import dev.weir.server.access.Secrets;
import dev.weir.server.console.Sessions.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of forms, so that the page with it has an address and can be read again, by whoever has sent the form, without
 * sending it again. Only the last few of all are kept, since each may be as large as a request and a reply. Thread-safe.
 *
 * @param <T> what is kept
 */
final class Kept<T> {
    private static final int MOST = 20;

    private final Map<String, Entry<T>> entries = new LinkedHashMap<>();

    /** @param path what the page is about, by the names of the steps of its address */
    private record Entry<T>(Session session, Map<String, String> path, T what) {}

    /** @return its id */
    synchronized String keep(Session session, Map<String, String> path, T what) {
        String id = Secrets.make();
        entries.put(id, new Entry<>(session, path, what));
        if (entries.size() > MOST) {
            entries.remove(entries.keySet().iterator().next());
        }
        return id;
    }

    /** Null for what is not kept, is of somebody else, or about something else. */
    synchronized @Nullable T find(String id, Session session, Map<String, String> path) {
        Entry<T> entry = entries.get(id);
        return entry != null && entry.session() == session && entry.path().equals(path) ? entry.what() : null;
    }
}
