/** Reads XML 1.0 and 1.1 documents: bytes in any encoding in, infoset items out. */
package dev.weir.xml.reader;
