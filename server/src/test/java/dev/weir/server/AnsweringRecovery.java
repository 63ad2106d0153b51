package dev.weir.server;

import dev.weir.composite.fault.FaultRecovery;

/** A Java action that chooses what follows by its property {@code answer}. */
public final class AnsweringRecovery implements FaultRecovery {
    @Override
    public String faulted(Context context) {
        return context.properties().get("answer");
    }

    @Override
    public void retrySucceeded(Context context) {
        // Nothing to do, but it must be found.
    }
}
