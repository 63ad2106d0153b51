package dev.weir.bpel.analysis.link;

import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.StronglyConnectedComponents;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order that sequences and links impose on activities. Each activity starts before what is in it, and ends after
 * it; in a sequence one ends before the next starts; a link's source ends before its target starts. Starts and ends are
 * the nodes of a graph, and those that wait for each other are its strongly connected components.
 */
public final class ControlOrder {
    private final IdentityHashMap<XmlElement, Integer> numbers = new IdentityHashMap<>();
    private final int[] components;
    private final IdentityHashMap<XmlElement, Integer> scopeNumbers = new IdentityHashMap<>();
    private final int[] scopeComponents;

    private ControlOrder(ProcessSource process, Links links) {
        for (XmlElement element : process.all()) {
            numbers.put(element, numbers.size());
        }
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < 2 * numbers.size(); i++) {
            after.add(new ArrayList<>());
        }
        for (XmlElement element : process.all()) {
            after.get(start(element)).add(end(element));
            XmlElement parent = ProcessSource.parent(element);
            if (parent != null && numbers.containsKey(parent)) {
                after.get(start(parent)).add(start(element));
                after.get(end(element)).add(end(parent));
            }
            if (ProcessSource.is(element, "sequence")) {
                inOrder(element, after);
            }
        }
        List<List<Integer>> scopesAfter = new ArrayList<>();
        for (XmlElement link : process.all("link")) {
            for (XmlElement source : links.sources(link)) {
                for (XmlElement target : links.targets(link)) {
                    after.get(end(source)).add(start(target));
                    dependency(source, target, scopesAfter);
                }
            }
        }
        components = StronglyConnectedComponents.of(after);
        scopeComponents = StronglyConnectedComponents.of(scopesAfter);
    }

    public static ControlOrder of(ProcessSource process, Links links) {
        return new ControlOrder(process, links);
    }

    private int start(XmlElement element) {
        return 2 * numbers.getOrDefault(element, 0);
    }

    private int end(XmlElement element) {
        return 2 * numbers.getOrDefault(element, 0) + 1;
    }

    private void inOrder(XmlElement sequence, List<List<Integer>> after) {
        XmlElement earlier = null;
        for (XmlElement child : sequence.elements()) {
            if (numbers.containsKey(child) && !ProcessSource.is(child, List.of("targets", "sources"))) {
                if (earlier != null) {
                    after.get(end(earlier)).add(start(child));
                }
                earlier = child;
            }
        }
    }

    /** A link makes what holds its target depend on what holds its source, both seen from the scope around the two. */
    private void dependency(XmlElement source, XmlElement target, List<List<Integer>> after) {
        IdentityHashMap<XmlElement, XmlElement> holders = new IdentityHashMap<>();
        XmlElement held = source;
        for (XmlElement scope = source; scope != null; scope = scopeAround(scope)) {
            XmlElement around = scopeAround(scope);
            if (around != null) {
                holders.put(around, held);
                held = around;
            }
        }
        held = target;
        for (XmlElement scope = scopeAround(target); scope != null; scope = scopeAround(scope)) {
            XmlElement from = holders.get(scope);
            if (from != null) {
                int one = scopeNumber(from, after);
                int other = scopeNumber(held, after);
                if (one != other) {
                    after.get(one).add(other);
                }
                return;
            }
            held = scope;
        }
    }

    private static @Nullable XmlElement scopeAround(XmlElement element) {
        return ProcessSource.above(element, List.of("scope", "process"));
    }

    private int scopeNumber(XmlElement element, List<List<Integer>> after) {
        return scopeNumbers.computeIfAbsent(element, e -> {
            after.add(new ArrayList<>());
            return after.size() - 1;
        });
    }

    /** True if an activity can only start when it has started. */
    public boolean waitsForItself(XmlElement activity) {
        return components[start(activity)] == components[end(activity)];
    }

    /** Those of some scopes that depend by links on others of them which depend on them. */
    public List<XmlElement> dependOnEachOther(List<XmlElement> scopes) {
        Map<Integer, XmlElement> first = new HashMap<>();
        List<XmlElement> circular = new ArrayList<>();
        for (XmlElement scope : scopes) {
            Integer number = scopeNumbers.get(scope);
            if (number != null && first.putIfAbsent(scopeComponents[number], scope) != null) {
                circular.add(scope);
            }
        }
        return circular;
    }
}
