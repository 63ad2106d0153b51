package dev.weir.composite.runtime;

import dev.weir.store.ComponentId;
import java.time.Instant;

/**
 * An instance whose last step failed; it is tried again by itself.
 *
 * @param failures in a row
 * @param why its last step failed
 */
public record StuckInstance(
        long flow, long instance, ComponentId component, int failures, String why, Instant nextTry) {}
