/** The SAX2 API: readers as {@code XMLReader}s and sources, and content handlers that feed an XmlWriter. */
package dev.weir.xml.sax;
