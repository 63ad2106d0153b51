package dev.weir.composite.runtime;

import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The paths at which the services of composites are mounted now, by composite. One thread at a time. */
final class ServicePaths {
    private final HttpServer server;
    private final Map<String, Set<String>> mounted = new HashMap<>();

    ServicePaths(HttpServer server) {
        this.server = server;
    }

    /** {@code /soa-infra/services/PARTITION/COMPOSITE/SERVICE}; the composite with or without its revision. */
    static String path(String partition, String composite, String service) {
        return "/soa-infra/services/" + partition + "/" + composite + "/" + service;
    }

    /** Mounts these for a composite, in all its revisions; what it had beside them is taken back afterwards. */
    void show(String composite, Map<String, HttpHandler> wanted) {
        wanted.forEach(server::replace);
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
}
