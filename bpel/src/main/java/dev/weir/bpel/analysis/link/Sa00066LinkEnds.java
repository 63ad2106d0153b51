package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** A link has one source and one target. */
public final class Sa00066LinkEnds implements Rule {
    @Override
    public String id() {
        return "SA00066";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Links links = Links.of(process);
        for (XmlElement link : process.all("link")) {
            check(link, links.sources(link), "source", "leaves", findings);
            check(link, links.targets(link), "target", "enters", findings);
        }
    }

    private static void check(
            XmlElement link, List<XmlElement> activities, String end, String does, Findings findings) {
        String name = link.attributeValue("name");
        if (activities.isEmpty()) {
            findings.add(
                    link, "the link " + name + " lacks its " + end, "name it in the <" + end + "s> of an activity");
        } else if (activities.size() > 1) {
            findings.add(
                    activities.get(1),
                    "the link " + name + " " + does + " more than one activity",
                    "declare another link");
        }
    }
}
