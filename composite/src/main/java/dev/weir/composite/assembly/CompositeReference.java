package dev.weir.composite.assembly;

import java.util.List;
import java.util.Map;

/**
 * A reference of a composite: an external service that it calls. Without bindings it can only be reached by wire from
 * outside.
 */
public record CompositeReference(
        String name, Contract contract, List<WsBinding> bindings, Map<String, String> properties, int line) {}
