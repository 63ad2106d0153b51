package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;

/**
 * How the DTD of a document is read.
 *
 * @param edition for the names and characters of the DTD and of all entities; XML_1_1 for a document of that version
 * @param namespaces names have at most one colon, and names of entities and notations have none
 * @param standalone the document declares {@code standalone="yes"}
 */
public record DtdRules(Edition edition, boolean namespaces, boolean standalone, DtdPolicy policy, XmlLimits limits) {}
