/** SAX and StAX, in and out: what others tell or hold can be read as a document, and what is written is told to others. */
package dev.weir.bind.event;
