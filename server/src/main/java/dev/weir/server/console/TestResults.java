package dev.weir.server.console;

import dev.weir.server.access.Secrets;
import dev.weir.server.console.Sessions.Session;
import dev.weir.server.console.TestPages.Answer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was sent by the console to try services, and what came back: so long that the page with it can be read again, by whoever
 * sent it. Only the last few of all are kept, since each may be as large as a request and a reply. Thread-safe.
 */
final class TestResults {
    private static final int MOST = 20;

    private final Map<String, Result> results = new LinkedHashMap<>();

    /**
     * One of them.
     *
     * @param path the composite and the service, by the names of the steps
     * @param answer null where nothing was sent
     * @param problem why nothing was sent; empty where something was
     */
    record Result(
            Session session,
            Map<String, String> path,
            String text,
            @Nullable Answer answer,
            String problem) {}

    /** @return its id */
    synchronized String keep(
            Session session, Map<String, String> path, String text, @Nullable Answer answer, String problem) {
        String id = Secrets.make();
        results.put(id, new Result(session, path, text, answer, problem));
        if (results.size() > MOST) {
            results.remove(results.keySet().iterator().next());
        }
        return id;
    }

    /** Null for one that is not kept, is of somebody else, or of another service. */
    synchronized @Nullable Result find(String id, Session session, Map<String, String> path) {
        Result result = results.get(id);
        return result != null && result.session() == session && result.path().equals(path) ? result : null;
    }
}
