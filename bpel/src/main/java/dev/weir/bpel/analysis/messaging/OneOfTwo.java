package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.xml.tree.XmlElement;

/** SA00051, 52, 55, 59 and 63: the data of a message is in a variable or mapped part by part, not both. */
final class OneOfTwo {
    private OneOfTwo() {}

    static void check(ProcessSource process, Findings findings, String activity, String attribute, String child) {
        for (XmlElement element : process.all(activity)) {
            if (element.attributeValue(attribute) != null && element.element(ProcessSource.bpel(child)) != null) {
                findings.add(
                        element,
                        "the <" + activity + "> has both " + attribute + " and <" + child + ">",
                        "remove one of them");
            }
        }
    }
}
