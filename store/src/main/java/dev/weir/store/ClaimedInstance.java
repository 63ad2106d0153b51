package dev.weir.store;

import java.util.List;

/**
 * An instance that has something to do, claimed for one caller until {@link Store#commit} or {@link Store#release}.
 *
 * @param definition with which it began, as the {@link InboundMessage} said that created it; empty for none
 * @param version the transitions so far; 0 for an instance that this work creates
 * @param messages undelivered messages, oldest first
 * @param timers those that are due
 */
public record ClaimedInstance(
        long instance,
        long flow,
        String component,
        String definition,
        long version,
        StateRows state,
        List<Message> messages,
        List<Timer> timers) {
    /** Work of an instance whose definition nobody asks for. */
    public ClaimedInstance(
            long instance,
            long flow,
            String component,
            long version,
            StateRows state,
            List<Message> messages,
            List<Timer> timers) {
        this(instance, flow, component, "", version, state, messages, timers);
    }

    public boolean isNew() {
        return version == 0;
    }
}
