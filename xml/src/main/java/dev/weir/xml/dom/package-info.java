/** The DOM API: builds nodes of a {@link org.w3c.dom.Document} from a reader, and reads nodes with a reader. */
package dev.weir.xml.dom;
