/**
 * Reading XML text (XML 1.0 and 1.1): bytes or characters come in, in any encoding, and infoset items go out. {@link
 * dev.weir.xml.reader.XmlReaders} opens readers; all else but the options is internal.
 */
package dev.weir.xml.reader;
