package dev.weir.bpel.graph;

import dev.weir.bpel.expression.XPathScope;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** What BPEL's own functions ask of the place where they are evaluated. */
public interface DataScope extends XPathScope {
    /** The element of a variable, or of a part of it; faults where it has no value. */
    XmlElement element(Variable variable, @Nullable String part);
}
