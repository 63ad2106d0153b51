package dev.weir.xml.tree;

/** What trees take of the heap, for those who have to decide beforehand how many of them there is room for. */
public final class TreeMemory {
    /** Of documents with short texts and names, on a 64-bit JVM with compressed references; seldom more. */
    private static final int PER_BYTE = 14;

    /** What trees of business messages take; those of large texts take less, those of many small elements more. */
    private static final int EXPECTED_PER_BYTE = 3;

    /** The document itself, and its stored form twice while that grows. */
    private static final int COPIES = 3;

    private static final int ELEMENT_BYTES = 56;
    private static final int TEXT_BYTES = 76;
    private static final int ATTRIBUTE_BYTES = 64;

    private TreeMemory() {}

    /**
     * The bytes that the tree of a document takes, by what is in it: exact enough for documents of small elements, and never
     * much less than it takes.
     *
     * @param xml in UTF-8, well-formed; other bytes before and after it do no harm
     */
    public static long ofXml(byte[] xml) {
        long bytes = xml.length;
        for (int i = 0; i + 1 < xml.length; i++) {
            byte next = xml[i + 1];
            if (xml[i] == '<') {
                bytes += next == '/' ? 0 : ELEMENT_BYTES;
            } else if (next == '<' && xml[i] != '>') {
                bytes += TEXT_BYTES;
            } else if (xml[i] == '=' && (next == '"' || next == '\'')) {
                bytes += ATTRIBUTE_BYTES;
            }
        }
        return bytes;
    }

    /** The bytes of a document itself, and of its stored form twice while that grows. */
    public static long copiesOf(long bytes) {
        return times(COPIES, bytes);
    }

    /** The bytes that the tree of a document of so many bytes is expected to take, before anything is known of it. */
    public static long expected(long bytes) {
        return times(EXPECTED_PER_BYTE, bytes);
    }

    /** The {@link #expected} bytes of a message's tree with those of the message and of the copies made of it. */
    public static long ofMessage(long bytes) {
        return times(EXPECTED_PER_BYTE + COPIES, bytes);
    }

    /** An estimate in bytes for the tree of a document of so many bytes, together with the document. */
    public static long ofDocument(long bytes) {
        return times(PER_BYTE + 1, bytes);
    }

    private static long times(int factor, long bytes) {
        return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
    }
}
