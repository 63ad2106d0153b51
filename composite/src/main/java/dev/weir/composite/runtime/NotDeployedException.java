package dev.weir.composite.runtime;

/** Reports that what was asked for needs a composite that is not deployed. Its message names both. */
public final class NotDeployedException extends RuntimeException {
    NotDeployedException(String message) {
        super(message);
    }
}
