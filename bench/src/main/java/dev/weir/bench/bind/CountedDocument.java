package dev.weir.bench.bind;

/** The object of a complete document. */
interface CountedDocument {
    /** The number of objects of the document's main kind: costs nothing, and proves that the document was read. */
    int count();
}
