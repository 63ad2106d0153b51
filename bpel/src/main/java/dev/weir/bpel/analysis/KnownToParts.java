package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.items;

import dev.weir.xml.tree.XmlElement;

/** A toPart names a part that its message has. */
final class KnownToParts implements Rule {
    @Override
    public String id() {
        return "SA00054";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("reply", "invoke")) {
            KnownParts.check(
                    items(activity, "toParts", "toPart"),
                    Messaging.of(process, activity).sent(),
                    findings);
        }
    }
}
