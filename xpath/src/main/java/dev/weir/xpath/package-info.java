/** XPath 1.0 over the tree: compiled once, evaluated many times. */
package dev.weir.xpath;
