package dev.weir.bench.bind;

/** The object of a whole document. */
interface CountedDocument {
    /** How many objects of its main kind the document holds: costs nothing, and shows that something was read. */
    int count();
}
