package dev.weir.bench.measure;

/** A quantity that is reported for a stack on a workload. */
public record Metric(String name, String unit, boolean higherIsBetter) {
    /** Megabytes (10^6 bytes) of document per second. */
    public static final Metric SPEED = new Metric("speed", "MB/s", true);

    /** Milliseconds for the whole document. */
    public static final Metric TIME = new Metric("time", "ms", false);

    /** The smallest heap in which the work completes, including the JVM's own needs. */
    public static final Metric MEMORY = new Metric("memory", "MiB", false);

    /** The size of the document in the stack's own format. */
    public static final Metric SIZE = new Metric("size", "bytes", false);

    /** Bytes allocated on the heap for each {@code unit}: a document or a record. */
    public static Metric alloc(String unit) {
        return new Metric("alloc", "B/" + unit, false);
    }

    /** The speed of an operation on a document, by the operation's name: {@code unmarshal}, {@code marshal}. */
    public static Metric speed(String what) {
        return new Metric(what, SPEED.unit, true);
    }

    /** Whether it says how fast a stack is, by a rate or by {@link #TIME}. */
    boolean isSpeed() {
        return unit.equals(SPEED.unit) || equals(TIME);
    }

    /** The value of such a metric where so many documents with so many bytes in all took a time. */
    double speed(long documents, double bytes, long nanos) {
        return equals(TIME) ? nanos / 1e6 / documents : bytes * 1e3 / nanos;
    }

    /** The factor by which {@code value} is better than {@code other}; above 1 if it is better. */
    public double ratio(double value, double other) {
        return higherIsBetter ? value / other : other / value;
    }
}
