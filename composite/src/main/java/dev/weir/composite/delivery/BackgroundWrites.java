package dev.weir.composite.delivery;

import dev.weir.store.StoreClosedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;

/**
 * Asynchronous writes without a waiting caller: failures are logged. A store that has been closed is none: what it did not
 * take is done again after the next start.
 */
public final class BackgroundWrites {
    private static final Logger LOG = System.getLogger(BackgroundWrites.class.getName());

    private BackgroundWrites() {}

    public static void logFailure(CompletionStage<?> stage, String what) {
        var unused = stage.whenComplete((result, failure) -> {
            if (failure != null && !(Failures.cause(failure) instanceof StoreClosedException)) {
                LOG.log(Level.ERROR, what + " failed", failure);
            }
        });
    }
}
