package dev.weir.composite.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;

/** Asynchronous writes without a waiting caller: failures are logged. */
public final class BackgroundWrites {
    private static final Logger LOG = System.getLogger(BackgroundWrites.class.getName());

    private BackgroundWrites() {}

    public static void logFailure(CompletionStage<?> stage, String what) {
        var unused = stage.whenComplete((result, failure) -> {
            if (failure != null) {
                LOG.log(Level.ERROR, what + " failed", failure);
            }
        });
    }
}
