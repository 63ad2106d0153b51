package dev.weir.bpel.graph;

import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/**
 * A literal: an element, or text where there is none. The element is the document element of its own tree, which instances
 * share; it must be copied before it is changed.
 */
public record LiteralValue(@Nullable XmlElement element, String text) {}
