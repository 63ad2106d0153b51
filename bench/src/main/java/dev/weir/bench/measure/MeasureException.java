package dev.weir.bench.measure;

/** A measurement that failed, or whose check failed; the message specifies which one and why. */
public class MeasureException extends RuntimeException {
    public MeasureException(String message) {
        super(message);
    }

    public MeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
