package dev.weir.composite.fault;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An {@code Action} of a fault policy; other actions are named by their ids. */
sealed interface FaultAction {
    /**
     * The call is made again, up to a number of times.
     *
     * @param pause before the first repetition
     * @param doubles true if each pause is twice the one before
     * @param onFailure what follows when the last repetition has failed; null for human intervention
     * @param onSuccess what follows when one has succeeded; null for nothing
     */
    record Retry(
            int count,
            Duration pause,
            boolean doubles,
            @Nullable String onFailure,
            @Nullable String onSuccess) implements FaultAction {
        private static final Duration LONGEST = Duration.ofDays(1);

        /** @param used how many repetitions there have been */
        Duration pause(int used) {
            if (!doubles) {
                return pause;
            }
            // 2^17 s is more than a day.
            Duration doubled = pause.multipliedBy(1L << Math.min(used, 17));
            return doubled.compareTo(LONGEST) > 0 && pause.compareTo(LONGEST) < 0 ? LONGEST : doubled;
        }
    }

    /** The fault goes to the handlers of the process, or back to the mediator's caller. */
    record Rethrow() implements FaultAction {}

    /** The instance ends. */
    record Abort() implements FaultAction {}

    /** The scope around the invoke begins again. */
    record ReplayScope() implements FaultAction {}

    /** The call rests until an operator decides. */
    record HumanIntervention() implements FaultAction {}

    /**
     * Code decides.
     *
     * @param next the action for each value that it may return
     * @param otherwise the action for any other value
     * @param properties of the property set that the action names
     */
    record Java(FaultRecovery code, Map<String, String> next, String otherwise, Map<String, String> properties)
            implements FaultAction {}
}
