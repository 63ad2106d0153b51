package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A flow as lists show it.
 *
 * @param title that it was given last; null for none
 * @param fault by which it failed first, for people; null for none
 */
public record FlowSummary(
        long flow,
        CompositeRevision composite,
        FlowState state,
        Instant created,
        Instant modified,
        @Nullable String title,
        @Nullable String fault) {
    /** One without a title or a fault. */
    public FlowSummary(long flow, CompositeRevision composite, FlowState state, Instant created, Instant modified) {
        this(flow, composite, state, created, modified, null, null);
    }
}
