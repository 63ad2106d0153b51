package dev.weir.composite.runtime;

import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The paths at which the services of composites are mounted now, by composite. They answer 503 until they are opened, all
 * at one moment. One thread at a time.
 */
final class ServicePaths {
    private final HttpServer server;
    private final Map<String, Set<String>> mounted = new HashMap<>();
    private volatile boolean open;

    ServicePaths(HttpServer server) {
        this.server = server;
    }

    /** {@code /soa-infra/services/PARTITION/COMPOSITE/SERVICE}; the composite with or without its revision. */
    static String path(String partition, String composite, String service) {
        return CompositeRuntime.SERVICES + partition + "/" + composite + "/" + service;
    }

    /** Mounts these for a composite, in all its revisions; what it had beside them is taken back afterwards. */
    void show(String composite, Map<String, HttpHandler> wanted) {
        wanted.forEach((path, handler) -> server.replace(path, open ? handler : new Gate(handler)));
        for (String path : mounted.getOrDefault(composite, Set.of())) {
            if (!wanted.containsKey(path)) {
                server.unmount(path);
            }
        }
        if (wanted.isEmpty()) {
            mounted.remove(composite);
        } else {
            mounted.put(composite, new HashSet<>(wanted.keySet()));
        }
    }

    /** Lets requests in; paths that are shown again lose their gates. */
    void open() {
        open = true;
    }

    private final class Gate implements HttpHandler {
        private final HttpHandler behind;

        Gate(HttpHandler behind) {
            this.behind = behind;
        }

        @Override
        public CompletionStage<HttpReply> handle(HttpRequest request) {
            return open
                    ? behind.handle(request)
                    : CompletableFuture.completedFuture(
                            HttpReply.text(503, "the server takes no messages: it is starting, or paused\n")
                                    .with("Retry-After", "1"));
        }

        @Override
        public long memory(long bodyBytes) {
            return behind.memory(bodyBytes);
        }

        @Override
        public HttpReply refuse(HttpRequest request, int status, String reason) {
            return behind.refuse(request, status, reason);
        }
    }
}
