package dev.weir.bpel.analysis.correlation;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Alias;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.SameDefinition;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A property has one alias for a type. */
public final class Sa00022UniqueAliases implements Rule {
    @Override
    public String id() {
        return "SA00022";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Map<List<@Nullable XmlName>, XmlElement> seen = new HashMap<>();
        for (Alias alias : process.imported().aliases()) {
            XmlElement first = seen.putIfAbsent(
                    Arrays.asList(alias.property(), alias.messageType(), alias.element(), alias.type()),
                    alias.source());
            if (first != null && !SameDefinition.inCopies(first, alias.source())) {
                findings.add(
                        alias.source(),
                        "the property " + alias.property() + " has an alias for this type already, at line "
                                + first.line(),
                        "remove one of them");
            }
        }
    }
}
