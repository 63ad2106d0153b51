package dev.weir.bpel.analysis.rule;

import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** SA00018, 23, 44, 64 and 92: declarations of one kind in one place have different names. */
public final class UniqueNames {
    private UniqueNames() {}

    public static void check(List<XmlElement> declarations, String what, Findings findings) {
        for (XmlElement duplicate : ProcessSource.duplicates(declarations, "name")) {
            findings.add(
                    duplicate,
                    "the " + what + " " + duplicate.attributeValue("name") + " is declared twice in one place",
                    "rename one of them");
        }
    }
}
