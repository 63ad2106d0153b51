/** XQuery over the tree, compiled once. */
package dev.weir.xpath.xquery;
