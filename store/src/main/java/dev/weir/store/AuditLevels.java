package dev.weir.store;

/** The audit level that holds for a component, service or reference now; asked before each event is made. Thread-safe. */
@FunctionalInterface
public interface AuditLevels {
    /** Everything but payloads, for every component. */
    AuditLevels PRODUCTION = component -> AuditLevel.PRODUCTION;

    AuditLevel of(ComponentId component);
}
