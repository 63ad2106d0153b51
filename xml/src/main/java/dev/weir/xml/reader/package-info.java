/**
 * The parser of XML text (XML 1.0 and 1.1), from bytes in any encoding or characters to infoset items. {@link
 * dev.weir.xml.reader.XmlReaders} opens readers; all other types except the options are internal.
 */
package dev.weir.xml.reader;
