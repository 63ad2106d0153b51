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
 * @param resting true where calls rest in it, or in a flow that joined it, until an operator decides
 * @param suspended true where an operator holds an instance in it, or in a flow that joined it
 */
public record FlowSummary(
        long flow,
        CompositeRevision composite,
        FlowState state,
        Instant created,
        Instant modified,
        @Nullable String title,
        @Nullable String fault,
        boolean undelivered,
        boolean resting,
        boolean suspended) {
    /** One without a title, a fault, undelivered messages, resting calls, or suspended instances. */
    public FlowSummary(long flow, CompositeRevision composite, FlowState state, Instant created, Instant modified) {
        this(flow, composite, state, created, modified, null, null, false, false, false);
    }
}
