package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** No two links lead from one activity to the same other. */
public final class Sa00067ParallelLinks implements Rule {
    @Override
    public String id() {
        return "SA00067";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Links links = Links.of(process);
        IdentityHashMap<XmlElement, Set<XmlElement>> targets = new IdentityHashMap<>();
        for (XmlElement link : process.all("link")) {
            for (XmlElement source : links.sources(link)) {
                Set<XmlElement> seen =
                        targets.computeIfAbsent(source, s -> Collections.newSetFromMap(new IdentityHashMap<>()));
                for (XmlElement target : links.targets(link)) {
                    if (!seen.add(target)) {
                        findings.add(
                                link,
                                "the link " + link.attributeValue("name") + " joins two activities that another joins",
                                "remove one of the two");
                    }
                }
            }
        }
    }
}
