package dev.weir.store;

/** The audit level that holds for a component, service or reference now; asked before each event is made. Thread-safe. */
@FunctionalInterface
public interface AuditLevels {
    /** Enough for every process that people read, and some tens of megabytes of a store. */
    int MOST_ACTIVITIES = 100_000;

    /** Everything but payloads, for every component. */
    AuditLevels PRODUCTION = component -> AuditLevel.PRODUCTION;

    AuditLevel of(ComponentId component);

    /**
     * How many activities of one instance are recorded one by one. A loop that does not end would fill the store; of what
     * comes later an instance keeps what {@link AuditLevel#MINIMAL} keeps.
     */
    default int mostActivities() {
        return MOST_ACTIVITIES;
    }
}
