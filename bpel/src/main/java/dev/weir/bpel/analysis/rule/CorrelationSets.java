package dev.weir.bpel.analysis.rule;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** The properties that a correlation set lists. */
public final class CorrelationSets {
    private CorrelationSets() {}

    /** Null where the prefix is not bound. */
    public static @Nullable XmlName resolve(XmlElement set, String qname) {
        try {
            return set.resolveQName(qname);
        } catch (XmlException e) {
            return null;
        }
    }
}
