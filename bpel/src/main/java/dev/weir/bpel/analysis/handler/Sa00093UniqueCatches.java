package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** No two handlers of a scope catch the same. */
public final class Sa00093UniqueCatches implements Rule {
    @Override
    public String id() {
        return "SA00093";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement holder : process.all("faultHandlers", "invoke")) {
            Set<List<@Nullable XmlName>> seen = new HashSet<>();
            for (XmlElement handler : holder.elements(bpel("catch"))) {
                List<@Nullable XmlName> caught = Arrays.asList(
                        ImportedDefinitions.reference(handler, "faultName"),
                        ImportedDefinitions.reference(handler, "faultElement"),
                        ImportedDefinitions.reference(handler, "faultMessageType"));
                if (!seen.add(caught)) {
                    findings.add(handler, "an earlier <catch> catches the same", "remove one of the two");
                }
            }
        }
    }
}
