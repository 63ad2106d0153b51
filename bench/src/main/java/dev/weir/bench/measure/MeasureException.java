package dev.weir.bench.measure;

/** A measurement that could not be made, or that proved nothing; the message says which and why. */
public final class MeasureException extends RuntimeException {
    MeasureException(String message) {
        super(message);
    }

    MeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
