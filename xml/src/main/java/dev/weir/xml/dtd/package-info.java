/**
 * The slow path for documents with a DOCTYPE: parses the text of a DTD into declarations, from which readers expand
 * entities and supply attribute defaults, and against which documents are validated. Documents without DOCTYPE never come
 * here.
 */
package dev.weir.xml.dtd;
