package dev.weir.composite.runtime;

import dev.weir.store.ComponentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An instance whose last step failed; it is tried again by itself, unless it is in quarantine because its steps have ended
 * the server.
 *
 * @param failures in a row
 * @param why its last step failed
 * @param nextTry null in quarantine: not until an operator lets it, see {@link CompositeRuntime#recover(long)}
 */
public record StuckInstance(
        long flow,
        long instance,
        ComponentId component,
        int failures,
        String why,
        @Nullable Instant nextTry) {}
