/** XPath 2.0 over the tree: what is a path in XPath 1.0 too is evaluated as one, the rest by Saxon. */
package dev.weir.xpath.second;
