/** XSLT from tree to tree, compiled once. */
package dev.weir.xpath.xslt;
