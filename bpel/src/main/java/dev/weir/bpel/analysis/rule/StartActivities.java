package dev.weir.bpel.analysis.rule;

import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** The activities that start an instance of a process. */
public final class StartActivities {
    private StartActivities() {}

    public static List<XmlElement> of(ProcessSource process) {
        return process.all("receive", "pick").stream()
                .filter(activity -> ProcessSource.yes(activity, "createInstance"))
                .toList();
    }
}
