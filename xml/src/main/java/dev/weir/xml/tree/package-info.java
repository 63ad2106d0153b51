/** A compact mutable tree of a document's infoset, for XPath and for the variables of processes. */
package dev.weir.xml.tree;
