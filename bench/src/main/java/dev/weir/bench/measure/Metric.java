package dev.weir.bench.measure;

/** A quantity that is reported for a stack on a workload. */
public record Metric(String name, String unit, boolean higherIsBetter) {
    /** Megabytes (10^6 bytes) of document per second. */
    public static final Metric SPEED = new Metric("speed", "MB/s", true);

    /** The smallest heap in which the work is done; the JVM's own needs are in it. */
    public static final Metric MEMORY = new Metric("memory", "MiB", false);

    /** Of the document in the stack's own form. */
    public static final Metric SIZE = new Metric("size", "bytes", false);

    /** Bytes allocated on the heap for each {@code unit}: a document or a record. */
    public static Metric alloc(String unit) {
        return new Metric("alloc", "B/" + unit, false);
    }

    /** The speed at which something is done to a document, by its own name: {@code unmarshal}, {@code marshal}. */
    public static Metric speed(String what) {
        return new Metric(what, SPEED.unit, true);
    }

    boolean isSpeed() {
        return unit.equals(SPEED.unit);
    }

    /** How many times better {@code value} is than {@code other}; above 1 where it is better. */
    public double ratio(double value, double other) {
        return higherIsBetter ? value / other : other / value;
    }
}
