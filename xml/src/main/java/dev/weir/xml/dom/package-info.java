/** The DOM face: nodes of a {@link org.w3c.dom.Document} from a reader, and a reader over nodes. */
package dev.weir.xml.dom;
