package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.items;

import dev.weir.xml.tree.XmlElement;

/** A fromPart names a part that its message has. */
final class KnownFromParts implements Rule {
    @Override
    public String id() {
        return "SA00053";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement activity : process.all("receive", "invoke", "onMessage", "onEvent")) {
            KnownParts.check(
                    items(activity, "fromParts", "fromPart"),
                    Messaging.of(process, activity).received(),
                    findings);
        }
    }
}
