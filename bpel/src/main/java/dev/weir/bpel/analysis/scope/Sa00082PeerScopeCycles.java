package dev.weir.bpel.analysis.scope;

import dev.weir.bpel.analysis.link.ControlOrder;
import dev.weir.bpel.analysis.link.Links;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** Scopes of one scope do not depend on each other in a circle: there would be no order to compensate them in. */
public final class Sa00082PeerScopeCycles implements Rule {
    @Override
    public String id() {
        return "SA00082";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Links links = Links.of(process);
        ControlOrder order = ControlOrder.of(process, links);
        for (XmlElement scope : process.scopes()) {
            List<XmlElement> peers = process.immediatelyIn(scope).stream()
                    .filter(ProcessSource::isScope)
                    .toList();
            for (XmlElement peer : order.dependOnEachOther(peers)) {
                findings.add(
                        peer,
                        "the scope " + peer.attributeValue("name") + " depends by links on another that depends on it",
                        "remove a link, or join the scopes");
            }
        }
    }
}
