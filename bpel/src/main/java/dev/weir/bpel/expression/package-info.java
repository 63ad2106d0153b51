/** XPath 1.0 over the tree, and XSLT from tree to tree: compiled once, evaluated many times. */
package dev.weir.bpel.expression;
