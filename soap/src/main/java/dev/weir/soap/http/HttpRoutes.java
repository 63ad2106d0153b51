package dev.weir.soap.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Handlers by path: the longest mounted path that is the request's path or holds it at a slash. */
final class HttpRoutes {
    private final ConcurrentMap<String, HttpHandler> handlers = new ConcurrentHashMap<>();

    void mount(String path, HttpHandler handler) {
        HttpHandler earlier = handlers.putIfAbsent(canonical(path), handler);
        if (earlier != null) {
            throw new IllegalStateException("the path " + path + " has a handler already");
        }
    }

    void replace(String path, HttpHandler handler) {
        handlers.put(canonical(path), handler);
    }

    boolean unmount(String path) {
        return handlers.remove(canonical(path)) != null;
    }

    @Nullable HttpHandler find(String path) {
        HttpHandler handler = handlers.get(path);
        int end = path.length();
        while (handler == null && end > 0) {
            end = path.lastIndexOf('/', end - 1);
            handler = handlers.get(path.substring(0, Math.max(end, 0)));
        }
        return handler;
    }

    /** Without slash at the end, so that the root is empty. */
    private static String canonical(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path must start with a slash: " + path);
        }
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
