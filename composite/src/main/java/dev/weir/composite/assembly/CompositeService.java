package dev.weir.composite.assembly;

import java.util.List;
import java.util.Map;

/** A service of a composite, which external clients can call. */
public record CompositeService(
        String name, Contract contract, List<WsBinding> bindings, Map<String, String> properties, int line) {}
