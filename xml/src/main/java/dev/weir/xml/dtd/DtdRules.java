package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;

/**
 * How the DTD of a document is read.
 *
 * @param edition for the names and characters of the DTD and of all entities; XML_1_1 for a document of that version
 * @param namespaces colons structure names and must not stand in those of entities and notations
 * @param standalone the document declares that it stands alone
 */
public record DtdRules(Edition edition, boolean namespaces, boolean standalone, DtdPolicy policy, XmlLimits limits) {}
