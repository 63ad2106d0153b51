package dev.weir.composite.dispatch;

import dev.weir.store.ClaimedInstance;
import java.time.Instant;

/**
 * An instance whose last step failed.
 *
 * @param work as it was claimed for that step
 * @param failures of its steps in a row
 * @param why its last step failed
 * @param nextTry {@link Instant#MAX} in quarantine
 */
public record FailedInstance(ClaimedInstance work, int failures, String why, Instant nextTry) {
    FailedInstance retriedAt(Instant time) {
        return new FailedInstance(work, failures, why, time);
    }
}
