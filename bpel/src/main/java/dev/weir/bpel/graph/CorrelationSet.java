package dev.weir.bpel.graph;

import dev.weir.xml.XmlName;
import java.util.List;

/** A correlation set's declaration. */
public record CorrelationSet(int id, int scope, String name, List<XmlName> properties) {}
