package dev.weir.store;

import java.util.List;

/**
 * An instance that has something to do, claimed for one caller until {@link Store#commit} or {@link Store#release}.
 *
 * @param version the transitions so far; 0 for an instance that this work creates
 * @param messages undelivered messages, oldest first
 * @param timers those that are due
 */
public record Work(
        long instance,
        long flow,
        String component,
        long version,
        StateRows state,
        List<Message> messages,
        List<Timer> timers) {
    public boolean fresh() {
        return version == 0;
    }
}
