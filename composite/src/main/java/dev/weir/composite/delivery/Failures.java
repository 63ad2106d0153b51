package dev.weir.composite.delivery;

import java.util.concurrent.CompletionException;

/** What a failed stage failed of. */
public final class Failures {
    private Failures() {}

    public static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
