/**
 * The serializer of XML text (XML 1.0 and 1.1), from infoset items to bytes in any encoding or characters. {@link
 * dev.weir.xml.writer.XmlWriters} opens writers that manage namespaces; {@link dev.weir.xml.writer.MarkupWriter} is for
 * callers that manage them themselves.
 */
package dev.weir.xml.writer;
