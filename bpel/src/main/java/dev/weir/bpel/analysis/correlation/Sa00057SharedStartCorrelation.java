package dev.weir.bpel.analysis.correlation;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.StartActivities;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Several activities that start a process, where one correlates, share correlation sets on which all of them join. */
public final class Sa00057SharedStartCorrelation implements Rule {
    @Override
    public String id() {
        return "SA00057";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        List<XmlElement> starts = StartActivities.of(process);
        List<XmlElement> inbound = new ArrayList<>();
        for (XmlElement start : starts) {
            if (is(start, "pick")) {
                inbound.addAll(start.elements(bpel("onMessage")));
            } else {
                inbound.add(start);
            }
        }
        if (starts.size() < 2 || inbound.stream().allMatch(in -> in.element(bpel("correlations")) == null)) {
            return;
        }
        Set<String> common = null;
        for (XmlElement in : inbound) {
            Set<String> sets = new HashSet<>();
            for (XmlElement use : items(in, "correlations", "correlation")) {
                sets.add(Objects.requireNonNullElse(use.attributeValue("set"), ""));
            }
            if (common == null) {
                common = sets;
            } else {
                common.retainAll(sets);
            }
        }
        Set<String> shared = common == null ? Set.of() : common;
        for (XmlElement in : inbound) {
            boolean joins = items(in, "correlations", "correlation").stream()
                    .filter(use -> shared.contains(use.attributeValue("set")))
                    .allMatch(use -> "join".equals(use.attributeValue("initiate")));
            if (shared.isEmpty() || !joins) {
                findings.add(
                        in,
                        "the activities that start the process do not join on a common correlation set",
                        "give each of them one with initiate=\"join\"");
            }
        }
    }
}
