/** Writes XML 1.0 and 1.1 documents: infoset items in, bytes out. */
package dev.weir.xml.writer;
