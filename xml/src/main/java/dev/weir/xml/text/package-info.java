/** XML 1.0 as text: UTF-8 bytes in, infoset items out, and the other way round. */
package dev.weir.xml.text;
