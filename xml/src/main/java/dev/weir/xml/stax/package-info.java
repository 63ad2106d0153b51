/** The StAX 1.0 and StAX2 face: what a cursor or event writer is told goes into a document. */
package dev.weir.xml.stax;
