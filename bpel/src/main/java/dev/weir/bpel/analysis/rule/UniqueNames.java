package dev.weir.bpel.analysis.rule;

import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** What is declared in one place has names of its own: what several rules say, each of another kind of declaration. */
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
