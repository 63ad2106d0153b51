package dev.weir.bench.measure;

/** A measurement that is right and has no figure: what it measured did not become steady. The message says why. */
public final class UnsettledException extends MeasureException {
    /** How all messages begin. */
    public static final String NOT_SETTLED = "not settled";

    UnsettledException(String message) {
        super(message);
    }
}
