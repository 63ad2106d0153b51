package dev.weir.composite.runtime;

import dev.weir.soap.http.HttpHandler;
import java.util.Map;

/**
 * What serves a deployed revision, in any state. Immutable.
 *
 * @param services by name
 * @param callbacks by their place below the composite's path
 */
record Served(CompositeVersion version, Map<String, Entrance> services, Map<String, HttpHandler> callbacks) {
    /**
     * Where the messages of a service come in.
     *
     * @param ofAnyRevision the same for messages that name no revision
     */
    record Entrance(HttpHandler endpoint, HttpHandler ofAnyRevision) {}
}
