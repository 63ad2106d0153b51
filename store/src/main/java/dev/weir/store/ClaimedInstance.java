package dev.weir.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An instance that has something to do, claimed for one caller until {@link Store#commit} or {@link Store#release}.
 *
 * @param ref the instance
 * @param version the transitions so far; 0 for an instance that has not had its first step
 * @param state its rows as of that version
 * @param messages that were delivered to it and are not used up, oldest first
 * @param timers those that are due
 */
public record ClaimedInstance(
        InstanceRef ref, long version, StateRows state, List<Message> messages, List<Timer> timers) {
    /** An instance before its first step, with the message that creates it. */
    public static ClaimedInstance created(Message message, String definition) {
        return new ClaimedInstance(
                new InstanceRef(message.creates(), message.flow(), message.component(), definition),
                0,
                StateRows.NONE,
                List.of(message),
                List.of());
    }

    /** The instance's id. */
    public long instance() {
        return ref.id();
    }

    /** The flow in which the instance was created. */
    public long flow() {
        return ref.flow();
    }

    /** The component whose instance it is. */
    public ComponentId component() {
        return ref.component();
    }

    /** The definition with which the instance was created; empty for none. */
    public String definition() {
        return ref.definition();
    }

    /** How many bytes its messages and its rows have together. */
    public long bytes() {
        long bytes = state.bytes();
        for (Message message : messages) {
            bytes += message.payload().length;
        }
        return bytes;
    }

    /** True before the instance's first step. */
    public boolean isNew() {
        return version == 0;
    }

    /** The same claim as if it had been made at another version. */
    public ClaimedInstance atVersion(long other) {
        return new ClaimedInstance(ref, other, state, messages, timers);
    }

    /**
     * The instance as it would be claimed after a step had been committed and messages had come: what a further step of
     * the same transaction begins with.
     */
    public ClaimedInstance after(Transition step, List<Message> arrived) {
        Set<Long> consumed = new HashSet<>(step.messagesConsumed());
        List<Message> remaining = new ArrayList<>(messages);
        remaining.removeIf(message -> consumed.contains(message.id()));
        remaining.addAll(arrived);
        return new ClaimedInstance(
                ref,
                version + 1,
                name -> row(step, name),
                List.copyOf(remaining),
                timers.stream()
                        .filter(timer -> !step.timersEnded().contains(timer.name()))
                        .toList());
    }

    private byte @Nullable [] row(Transition step, String name) {
        byte[] put = step.rowsPut().get(name);
        if (put != null) {
            return put;
        }
        return step.rowsRemoved().contains(name) ? null : state.get(name);
    }
}
