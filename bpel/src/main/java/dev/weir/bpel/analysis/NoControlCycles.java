package dev.weir.bpel.analysis;

import dev.weir.xml.tree.XmlElement;

/** No activity waits for itself by way of links. */
final class NoControlCycles implements Rule {
    @Override
    public String id() {
        return "SA00072";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Links links = Links.of(process);
        ControlOrder order = ControlOrder.of(process, links);
        for (XmlElement link : process.all("link")) {
            for (XmlElement target : links.targets(link)) {
                if (order.waitsForItself(target)) {
                    findings.add(
                            link,
                            "the link " + link.attributeValue("name") + " closes a cycle of activities that wait for"
                                    + " each other",
                            "remove it, or turn it round");
                }
            }
        }
    }
}
