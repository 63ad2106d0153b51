package dev.weir.xml.tree;

/** Provides the heap that a tree takes while it is built, so that one that does not fit is given up half built. */
@FunctionalInterface
public interface TreeBudget {
    /** For trees whose size somebody else bounds. */
    TreeBudget UNLIMITED = (bytes, nodes) -> {};

    /**
     * Takes so much more. Called on the thread that builds, about once for 64 KiB of tree, and at its end; what it throws
     * ends the building.
     *
     * @param bytes of heap, as {@link TreeMemory} counts it
     * @param nodes elements, attributes, texts, comments and processing instructions
     */
    void take(long bytes, long nodes);
}
