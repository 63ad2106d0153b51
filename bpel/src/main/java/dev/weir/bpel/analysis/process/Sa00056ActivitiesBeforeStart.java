package dev.weir.bpel.analysis.process;

import static dev.weir.bpel.analysis.rule.ProcessSource.below;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;
import static dev.weir.bpel.analysis.rule.ProcessSource.isHandler;
import static dev.weir.bpel.analysis.rule.ProcessSource.parent;
import static dev.weir.bpel.analysis.rule.ProcessSource.yes;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.StartActivities;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** No basic activity comes before one that starts the process. */
public final class Sa00056ActivitiesBeforeStart implements Rule {
    private static final Set<String> BASIC = Set.of(
            "receive",
            "reply",
            "invoke",
            "assign",
            "throw",
            "rethrow",
            "exit",
            "wait",
            "validate",
            "compensate",
            "compensateScope");

    @Override
    public String id() {
        return "SA00056";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement start : StartActivities.of(process)) {
            for (XmlElement inner = start; inner != null; inner = parent(inner)) {
                XmlElement sequence = parent(inner);
                XmlElement before = sequence != null && is(sequence, "sequence") ? before(inner, sequence) : null;
                if (before != null) {
                    findings.add(
                            start,
                            "<" + before.name().local() + "> at line " + before.line()
                                    + " comes before this start of the process",
                            "move it behind");
                    break;
                }
            }
        }
    }

    private static @Nullable XmlElement before(XmlElement start, XmlElement sequence) {
        for (XmlElement sibling : sequence.elements()) {
            if (sibling == start) {
                return null;
            }
            List<XmlElement> basic = below(
                    sibling,
                    Sa00056ActivitiesBeforeStart::isBasic,
                    element -> is(element, "eventHandlers") || isHandler(element));
            if (isBasic(sibling)) {
                return sibling;
            }
            if (!basic.isEmpty() && !is(sibling, "pick")) {
                return basic.get(0);
            }
        }
        return null;
    }

    private static boolean isBasic(XmlElement element) {
        return is(element, BASIC) && !yes(element, "createInstance");
    }
}
