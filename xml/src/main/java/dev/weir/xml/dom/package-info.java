/** The DOM face: a reader comes in, nodes of a {@link org.w3c.dom.Document} go out. */
package dev.weir.xml.dom;
