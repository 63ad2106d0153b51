package dev.weir.composite.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What follows a fault.
 *
 * @param policy the id of the policy that says so; empty where none does
 * @param action the id of its action
 * @param pause before the repetition; zero for anything but {@link Kind#RETRY}
 * @param state to be kept with the call, and given to the next decision about it; null for nothing
 */
public record FaultDecision(
        Kind kind,
        String policy,
        String action,
        Duration pause,
        @Nullable String state) {
    /** What to do. */
    public enum Kind {
        /** No policy applies: what happens without policies happens. */
        NONE,
        /** Make the call again after {@link #pause}. */
        RETRY,
        /** Give the fault to the caller. */
        RETHROW,
        /** End the calling instance. */
        ABORT,
        /** Begin the scope around the call again. */
        REPLAY_SCOPE,
        /** Keep the call until an operator decides. */
        HUMAN_INTERVENTION
    }

    /** No policy applies. */
    public static final FaultDecision NONE = new FaultDecision(Kind.NONE, "", "", Duration.ZERO, null);

    /** For the history: {@code abort by policy P, action A}. */
    public String describe() {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + " by fault policy " + policy
                + ", action " + action
                + (kind == Kind.RETRY ? ", in " + pause.toSeconds() + " s" : "");
    }
}
