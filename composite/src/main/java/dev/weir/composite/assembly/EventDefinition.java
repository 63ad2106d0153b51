package dev.weir.composite.assembly;

import dev.weir.xml.XmlName;

/**
 * An event that a composite knows, from a document of Oracle's event definition language (.edl).
 *
 * @param name in the target namespace of the document
 * @param content the element that is its payload
 */
public record EventDefinition(XmlName name, XmlName content) {}
