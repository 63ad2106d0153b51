/** Trees and readers as SAX sources, writers as SAX results, for the JDK transformers and validators. */
package dev.weir.xml.transform;
