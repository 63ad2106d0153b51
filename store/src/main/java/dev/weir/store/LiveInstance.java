package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * An instance that has not ended.
 *
 * @param suspended true where an operator holds it
 * @param asked the operation of the last {@linkplain Message#COMMANDS command} that has come to it and that it has not obeyed
 *     yet; null where there is none
 */
public record LiveInstance(
        long instance,
        long flow,
        ComponentId component,
        boolean suspended,
        @Nullable String asked) {
    /** One that nobody holds, or has asked for anything. */
    public LiveInstance(long instance, long flow, ComponentId component) {
        this(instance, flow, component, false, null);
    }
}
