package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The links of a process with the activities at their ends. An end is a source or target element. */
public final class Links {
    private final IdentityHashMap<XmlElement, List<XmlElement>> sources = new IdentityHashMap<>();
    private final IdentityHashMap<XmlElement, List<XmlElement>> targets = new IdentityHashMap<>();

    private Links() {}

    public static Links of(ProcessSource process) {
        Links links = new Links();
        process.all("source").forEach(end -> add(links.sources, end));
        process.all("target").forEach(end -> add(links.targets, end));
        return links;
    }

    private static void add(IdentityHashMap<XmlElement, List<XmlElement>> ends, XmlElement end) {
        XmlElement link = declaration(end);
        XmlElement activity = activity(end);
        if (link != null && activity != null) {
            ends.computeIfAbsent(link, l -> new ArrayList<>()).add(activity);
        }
    }

    /** The activities that a link leaves: one, if all is right. */
    public List<XmlElement> sources(XmlElement link) {
        return sources.getOrDefault(link, List.of());
    }

    /** The activities that a link enters: one, if all is right. */
    public List<XmlElement> targets(XmlElement link) {
        return targets.getOrDefault(link, List.of());
    }

    private static @Nullable XmlElement activity(XmlElement end) {
        XmlElement list = ProcessSource.parent(end);
        return list == null ? null : ProcessSource.parent(list);
    }

    /** The link element that an end refers to by its name; null where no flow around its activity declares it. */
    public static @Nullable XmlElement declaration(XmlElement end) {
        XmlElement activity = activity(end);
        String name = end.attributeValue("linkName");
        XmlElement flow = activity == null ? null : ProcessSource.above(activity, List.of("flow"));
        while (flow != null) {
            for (XmlElement link : ProcessSource.items(flow, "links", "link")) {
                if (Objects.equals(name, link.attributeValue("name"))) {
                    return link;
                }
            }
            flow = ProcessSource.above(flow, List.of("flow"));
        }
        return null;
    }

    /**
     * The innermost of some constructs between an end's activity and the flow that declares its link; null for none.
     */
    public static @Nullable XmlElement crossed(XmlElement end, Collection<String> constructs) {
        XmlElement link = declaration(end);
        XmlElement activity = activity(end);
        XmlElement list = link == null ? null : ProcessSource.parent(link);
        XmlElement flow = list == null ? null : ProcessSource.parent(list);
        XmlElement between = activity == null ? null : ProcessSource.parent(activity);
        while (between != null && flow != null && between != flow) {
            if (ProcessSource.is(between, constructs)) {
                return between;
            }
            between = ProcessSource.parent(between);
        }
        return null;
    }
}
