package dev.weir.store.sqlite;

/** Spreads ids over {@link #COUNT} buckets, a number that never changes. */
final class Bucket {
    static final int COUNT = 1024;

    private Bucket() {}

    /** Ids are handed out in sequence; Fibonacci hashing scatters neighbours. */
    static int of(long id) {
        return (int) ((id * 0x9E37_79B9_7F4A_7C15L) >>> 54);
    }
}
