/**
 * The slow path for documents with a DOCTYPE: the text of a DTD comes in, its entities and attribute declarations go
 * out, for the reader to expand and to supply. Documents without DOCTYPE never come here. Not exported.
 */
package dev.weir.xml.dtd;
