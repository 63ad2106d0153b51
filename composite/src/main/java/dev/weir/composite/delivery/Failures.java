package dev.weir.composite.delivery;

import java.util.concurrent.CompletionException;

/** What a failed stage failed of. */
final class Failures {
    private Failures() {}

    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
