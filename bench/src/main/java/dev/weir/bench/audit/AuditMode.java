package dev.weir.bench.audit;

import dev.weir.composite.audit.AuditConfig;
import dev.weir.store.AuditLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How much history a server records, and when it writes it. */
record AuditMode(AuditLevel level, boolean deferred) {
    static final AuditMode OFF = new AuditMode(AuditLevel.OFF, false);

    /** All that are compared with {@link #OFF}. */
    static List<AuditMode> recording() {
        List<AuditMode> all = new ArrayList<>();
        for (AuditLevel level : List.of(AuditLevel.PRODUCTION, AuditLevel.DEVELOPMENT)) {
            all.add(new AuditMode(level, false));
            all.add(new AuditMode(level, true));
        }
        return all;
    }

    /** {@code production/deferred}. */
    String workload() {
        return level.name().toLowerCase(Locale.ROOT) + "/" + (deferred ? "deferred" : "immediate");
    }

    static AuditMode of(String workload) {
        return recording().stream()
                .filter(mode -> mode.workload().equals(workload))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(workload));
    }

    /** The knobs that make it hold. */
    Map<String, String> knobs() {
        return Map.of(AuditConfig.LEVEL, level.word(), AuditConfig.DEFERRED, Boolean.toString(deferred));
    }
}
