/**
 * Reader and writer for Fast Infoset documents (ITU-T X.891 | ISO/IEC 24824-1), behind the same two interfaces as XML
 * text, so that callers work with either encoding.
 */
package dev.weir.xml.fastinfoset;
