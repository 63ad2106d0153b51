package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which flows to list: null means any.
 *
 * @param composite at whose service the flow began
 * @param createdBefore exclusive
 * @param createdFrom inclusive
 */
public record FlowFilter(
        @Nullable FlowState state,
        @Nullable CompositeRevision composite,
        @Nullable Instant createdFrom,
        @Nullable Instant createdBefore) {
    public static final FlowFilter ALL = new FlowFilter(null, null, null, null);
}
