package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.Set;

/** No link leads into or out of what runs again or later: a loop, an event handler, a compensation handler. */
public final class Sa00070LinksAcrossRepetition implements Rule {
    private static final Set<String> CLOSED =
            Set.of("while", "repeatUntil", "forEach", "eventHandlers", "compensationHandler");

    @Override
    public String id() {
        return "SA00070";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement end : process.all("source", "target")) {
            XmlElement crossed = Links.crossed(end, CLOSED);
            if (crossed != null) {
                findings.add(
                        end,
                        "the link " + end.attributeValue("linkName") + " crosses the bounds of <"
                                + crossed.name().local() + ">",
                        "declare it in a <flow> inside");
            }
        }
    }
}
