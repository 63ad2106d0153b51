/**
 * SAX and StAX as sources and targets: their events and streams can be read as documents, and documents written to
 * them.
 */
package dev.weir.bind.event;
