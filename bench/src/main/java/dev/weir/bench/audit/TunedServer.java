package dev.weir.bench.audit;

import dev.weir.composite.audit.AuditConfig;
import dev.weir.store.AuditLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server is tuned, and which one it is measured beside.
 *
 * @param name of its workload; of those that others are measured beside, of the stack
 * @param knobs what is changed, by name
 * @param beside null for those that others are measured beside
 */
record TunedServer(
        String name, Map<String, String> knobs, @Nullable TunedServer beside) {
    /** Records nothing. */
    static final TunedServer OFF = new TunedServer("limit:audit-off", audit(AuditLevel.OFF, false), null);

    /** As a server is that nobody has tuned. */
    static final TunedServer DEFAULTS = new TunedServer("weir-defaults", Map.of(), null);

    static final String LOG_LEVELS = "knobs/log-levels";
    static final String MEDIATOR_THREADS = "knobs/mediator-threads";
    private static final String PAYLOAD_VALIDATION = "knobs/payload-validation";

    /** All that are measured beside another, in the order of a report. */
    static List<TunedServer> compared() {
        List<TunedServer> all = new ArrayList<>();
        for (AuditLevel level : List.of(AuditLevel.MINIMAL, AuditLevel.PRODUCTION, AuditLevel.DEVELOPMENT)) {
            String word = level.name().toLowerCase(Locale.ROOT);
            all.add(new TunedServer(word + "/immediate", audit(level, false), OFF));
            all.add(new TunedServer(word + "/deferred", audit(level, true), OFF));
        }
        all.add(new TunedServer(LOG_LEVELS, Map.of(AuditedServer.LOG_LEVEL, "SEVERE"), DEFAULTS));
        all.add(new TunedServer(
                MEDIATOR_THREADS,
                Map.of(
                        "Mediator/MetricsLevel", "Disabled",
                        "Mediator/ParallelWorkerThreads", "12",
                        "Mediator/ParallelMaxRowsRetrieved", "600",
                        "Mediator/ParallelLockerThreadSleep", "1"),
                DEFAULTS));
        all.add(new TunedServer(PAYLOAD_VALIDATION, Map.of("BPEL/validateXML", "true"), DEFAULTS));
        return all;
    }

    static TunedServer of(String workload) {
        return compared().stream()
                .filter(server -> server.name.equals(workload))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(workload));
    }

    private static Map<String, String> audit(AuditLevel level, boolean deferred) {
        return Map.of(AuditConfig.LEVEL, level.word(), AuditConfig.DEFERRED, Boolean.toString(deferred));
    }

    /** The one that it is measured beside. */
    TunedServer rival() {
        if (beside == null) {
            throw new IllegalStateException(name + " is measured beside nothing");
        }
        return beside;
    }

    /** What its name begins with. */
    String group() {
        return beside == DEFAULTS ? "knobs" : "audit";
    }
}
