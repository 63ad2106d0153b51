package dev.weir.xml.tree;

/** What trees take of the heap, for those who have to decide beforehand how many of them there is room for. */
public final class TreeMemory {
    /** Of documents with short texts and names, on a 64-bit JVM with compressed references; seldom more. */
    private static final int PER_BYTE = 14;

    private TreeMemory() {}

    /** An estimate in bytes for the tree of a document of so many bytes, together with the document. */
    public static long ofDocument(long bytes) {
        return bytes > Long.MAX_VALUE / (PER_BYTE + 1) ? Long.MAX_VALUE : bytes * (PER_BYTE + 1);
    }
}
