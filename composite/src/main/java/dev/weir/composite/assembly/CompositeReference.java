package dev.weir.composite.assembly;

import java.util.List;
import java.util.Map;

/** What a composite calls in the world; without bindings it can only be reached by wire from outside. */
public record CompositeReference(
        String name, Contract contract, List<WsBinding> bindings, Map<String, String> properties, int line) {}
