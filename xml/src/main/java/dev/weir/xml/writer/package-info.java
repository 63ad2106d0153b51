/**
 * Writing XML text (XML 1.0 and 1.1): infoset items come in, and bytes or characters go out, in any encoding. {@link
 * dev.weir.xml.writer.XmlWriters} opens writers that look after namespaces; {@link dev.weir.xml.writer.MarkupWriter} is for
 * callers that do so themselves.
 */
package dev.weir.xml.writer;
