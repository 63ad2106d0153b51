/**
 * The slow path for documents with a DOCTYPE: the text of a DTD comes in; what it declares goes out, for the reader to
 * expand and to supply, for the validator to hold the document against, and for the faces to tell. Documents without
 * DOCTYPE never come here. Not exported.
 */
package dev.weir.xml.dtd;
