package dev.weir.soap.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Handlers by path: the one at the request's very path, else that of the longest mounted path which holds it at a slash.
 * A slash at a path's end makes no difference.
 */
final class HttpRoutes {
    private final ConcurrentMap<String, Route> routes = new ConcurrentHashMap<>();

    /**
     * @param path without slash at the end, so that the root is empty
     * @param below true if the handler has the paths below its own, too
     */
    record Route(String path, HttpHandler handler, boolean below) {}

    void mount(String path, HttpHandler handler) {
        String canonical = canonical(path);
        Route earlier = routes.putIfAbsent(canonical, new Route(canonical, handler, true));
        if (earlier != null) {
            throw new IllegalStateException("the path " + path + " has a handler already");
        }
    }

    void replace(String path, HttpHandler handler) {
        String canonical = canonical(path);
        routes.put(canonical, new Route(canonical, handler, false));
    }

    boolean unmount(String path) {
        return routes.remove(canonical(path)) != null;
    }

    /** True if there is a handler at the very path. */
    boolean isMounted(String canonical) {
        return routes.containsKey(canonical);
    }

    @Nullable Route find(String path) {
        Route route = routes.get(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        int end = path.length();
        while (route == null && end > 0) {
            end = path.lastIndexOf('/', end - 1);
            Route above = routes.get(path.substring(0, Math.max(end, 0)));
            route = above != null && above.below() ? above : null;
        }
        return route;
    }

    /** Without slash at the end, so that the root is empty. */
    static String canonical(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path must start with a slash: " + path);
        }
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
