package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which messages that no instance has taken are meant: null means any.
 *
 * @param partition of the composite that they are for
 * @param composite its name
 * @param revision its revision
 * @param component the component's name
 * @param operation the operation's name
 * @param receivedBefore exclusive
 */
public record MessageFilter(
        @Nullable String partition,
        @Nullable String composite,
        @Nullable String revision,
        @Nullable String component,
        @Nullable String operation,
        @Nullable Instant receivedBefore) {
    /** All of them. */
    public static final MessageFilter ALL = new MessageFilter(null, null, null, null, null, null);

    /** Those for a revision. */
    public static MessageFilter of(CompositeRevision of) {
        return new MessageFilter(of.partition(), of.name(), of.revision(), null, null, null);
    }

    public MessageFilter withReceivedBefore(Instant value) {
        return new MessageFilter(partition, composite, revision, component, operation, value);
    }

    public boolean admits(ComponentId of) {
        return (component == null || component.equals(of.name()))
                && (partition == null || partition.equals(of.composite().partition()))
                && (composite == null || composite.equals(of.composite().name()))
                && (revision == null || revision.equals(of.composite().revision()));
    }
}
