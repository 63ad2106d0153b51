package dev.weir.bench.xml;

/**
 * What a parser showed, as one number that does not depend on how it cuts text into pieces: names, attributes and texts
 * count with different weights, so that one cannot stand for another.
 */
final class ContentChecksum {
    private static final long NAME = 3;
    private static final long NAMESPACE = 5;
    private static final long ATTRIBUTE = 7;
    private static final long VALUE = 11;
    private static final long TEXT = 1_000_003;

    private ContentChecksum() {}

    static long element(String namespace, String local) {
        return 1 + NAME * local.length() + NAMESPACE * namespace.length();
    }

    static long attribute(String namespace, String local, String value) {
        return ATTRIBUTE * (1 + local.length()) + NAMESPACE * namespace.length() + VALUE * value.length();
    }

    static long text(long length) {
        return TEXT * length;
    }
}
