package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A flow as lists show it.
 *
 * @param title that it was given last; null for none
 * @param fault by which it failed first, for people; null for none
 * @param undelivered true where nothing is left to do in a {@linkplain FlowState#RUNNING running} flow unless somebody
 *     takes its messages that no instance has taken: all of its instances have ended, and no call is open
 */
public record FlowSummary(
        long flow,
        CompositeRevision composite,
        FlowState state,
        Instant created,
        Instant modified,
        @Nullable String title,
        @Nullable String fault,
        boolean undelivered) {
    /** One without a title, a fault, or undelivered messages. */
    public FlowSummary(long flow, CompositeRevision composite, FlowState state, Instant created, Instant modified) {
        this(flow, composite, state, created, modified, null, null, false);
    }
}
