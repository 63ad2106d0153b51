package dev.weir.composite.assembly;

import java.util.List;
import java.util.Map;

/** What a composite offers to the world. */
public record CompositeService(
        String name, Contract contract, List<WsBinding> bindings, Map<String, String> properties, int line) {}
