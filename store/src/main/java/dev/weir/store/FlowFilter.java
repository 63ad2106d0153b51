package dev.weir.store;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which flows are meant: null, and the empty set, mean any.
 *
 * @param states in any of which they are
 * @param partition of the composite at whose service the flow began
 * @param composite its name
 * @param revision its revision
 * @param component the name of the component whose process was the first to begin an instance in the flow
 * @param createdFrom inclusive
 * @param createdBefore exclusive
 * @param modifiedFrom inclusive
 * @param modifiedBefore exclusive
 * @param title the title; with {@code *} at its end, how the title begins
 */
public record FlowFilter(
        Set<FlowState> states,
        @Nullable String partition,
        @Nullable String composite,
        @Nullable String revision,
        @Nullable String component,
        @Nullable Instant createdFrom,
        @Nullable Instant createdBefore,
        @Nullable Instant modifiedFrom,
        @Nullable Instant modifiedBefore,
        @Nullable String title) {
    public static final FlowFilter ALL = new FlowFilter(null, null, null, null);

    public FlowFilter {
        states = Set.copyOf(states);
    }

    public FlowFilter(
            @Nullable FlowState state,
            @Nullable CompositeRevision composite,
            @Nullable Instant createdFrom,
            @Nullable Instant createdBefore) {
        this(
                state == null ? Set.of() : Set.of(state),
                composite == null ? null : composite.partition(),
                composite == null ? null : composite.name(),
                composite == null ? null : composite.revision(),
                null,
                createdFrom,
                createdBefore,
                null,
                null,
                null);
    }

    public FlowFilter withStates(Set<FlowState> value) {
        return new FlowFilter(
                value,
                partition,
                composite,
                revision,
                component,
                createdFrom,
                createdBefore,
                modifiedFrom,
                modifiedBefore,
                title);
    }

    /** Of composites: each may be null. */
    public FlowFilter withComposite(@Nullable String inPartition, @Nullable String name, @Nullable String ofRevision) {
        return new FlowFilter(
                states,
                inPartition,
                name,
                ofRevision,
                component,
                createdFrom,
                createdBefore,
                modifiedFrom,
                modifiedBefore,
                title);
    }

    public FlowFilter withComponent(@Nullable String value) {
        return new FlowFilter(
                states,
                partition,
                composite,
                revision,
                value,
                createdFrom,
                createdBefore,
                modifiedFrom,
                modifiedBefore,
                title);
    }

    public FlowFilter withCreated(@Nullable Instant from, @Nullable Instant before) {
        return new FlowFilter(
                states, partition, composite, revision, component, from, before, modifiedFrom, modifiedBefore, title);
    }

    public FlowFilter withModified(@Nullable Instant from, @Nullable Instant before) {
        return new FlowFilter(
                states, partition, composite, revision, component, createdFrom, createdBefore, from, before, title);
    }

    public FlowFilter withTitle(@Nullable String value) {
        return new FlowFilter(
                states,
                partition,
                composite,
                revision,
                component,
                createdFrom,
                createdBefore,
                modifiedFrom,
                modifiedBefore,
                value);
    }

    /** Whether the composites of a revision are among those meant. */
    public boolean admits(CompositeRevision of) {
        return (partition == null || partition.equals(of.partition()))
                && (composite == null || composite.equals(of.name()))
                && (revision == null || revision.equals(of.revision()));
    }

    /** The one revision that is meant; null where more may be, or fewer are named. */
    public @Nullable CompositeRevision only() {
        return partition == null || composite == null || revision == null
                ? null
                : new CompositeRevision(partition, composite, revision);
    }

    /** How the title must begin; null where the title is given as it is, or not at all. */
    public @Nullable String titlePrefix() {
        return title == null || !title.endsWith("*") ? null : title.substring(0, title.length() - 1);
    }
}
