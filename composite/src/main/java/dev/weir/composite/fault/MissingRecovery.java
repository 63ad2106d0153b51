package dev.weir.composite.fault;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Stands for the code of a Java action whose class the server does not have: the action's default follows. */
record MissingRecovery(String className) implements FaultRecovery {
    private static final Logger LOG = System.getLogger(MissingRecovery.class.getName());

    @Override
    public @Nullable String faulted(Context context) {
        log(context);
        return null;
    }

    @Override
    public void retrySucceeded(Context context) {
        log(context);
    }

    private void log(Context context) {
        LOG.log(
                Level.WARNING,
                "fault policy {0}: the class {1} of a Java action is not there; {2}/{3} goes on without it",
                context.policy(),
                className,
                context.component(),
                context.reference());
    }
}
