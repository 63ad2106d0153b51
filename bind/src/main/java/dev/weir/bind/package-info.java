/** Reads and writes records of documents too large for memory, as streams of bound objects. */
package dev.weir.bind;
