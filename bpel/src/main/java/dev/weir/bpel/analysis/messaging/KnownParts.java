package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mappings name parts that the message has. */
final class KnownParts {
    private KnownParts() {}

    static void check(List<XmlElement> mappings, @Nullable Message message, Findings findings) {
        for (XmlElement mapping : mappings) {
            String part = mapping.attributeValue("part");
            if (message != null && part != null && !message.parts().containsKey(part)) {
                findings.add(
                        mapping,
                        "the message " + message.name() + " has no part " + part,
                        "use one of " + String.join(", ", message.parts().keySet()));
            }
        }
    }
}
