package dev.weir.bench.measure;

/** A measurement that could not be made, or that proved nothing; the message says which and why. */
public final class MeasureException extends RuntimeException {
    public MeasureException(String message) {
        super(message);
    }

    public MeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
