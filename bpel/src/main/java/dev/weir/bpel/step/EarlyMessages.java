package dev.weir.bpel.step;

import dev.weir.bpel.graph.EarlyReceive;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.store.ComponentId;
import dev.weir.store.Subscription;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an instance waits for at receives that it has not got to yet ({@link EarlyReceive}). */
final class EarlyMessages {
    private EarlyMessages() {}

    /** What the store may hold for an instance before its first step, by their names; under keys that none has later. */
    static Map<String, Subscription> atTheStart(ProcessGraph graph) {
        Map<String, Subscription> subscriptions = new LinkedHashMap<>();
        for (EarlyReceive early : graph.early()) {
            subscriptions.put(early.name(), new Subscription(early.name(), ""));
        }
        return subscriptions;
    }

    /** The subscriptions of an instance as it is now, by their names. */
    static Map<String, Subscription> of(ComponentId component, Instance instance) {
        ProcessGraph graph = instance.graph();
        Map<String, Subscription> subscriptions = new LinkedHashMap<>();
        if (graph.early().isEmpty() || instance.active().isEmpty()) {
            return subscriptions;
        }
        Set<Integer> active = new HashSet<>();
        instance.active().forEach(activity -> active.add(activity.node()));
        ActivityInstance process = instance.active().iterator().next();
        for (EarlyReceive early : graph.early()) {
            if (!active.contains(early.node()) && liesAhead(graph, active, early.node())) {
                Subscription subscription =
                        early.subscription(component, set -> instance.correlation(process.id(), set.id()));
                if (subscription != null) {
                    subscriptions.put(subscription.name(), subscription);
                }
            }
        }
        return subscriptions;
    }

    /** False for what has been passed, or is in a branch that was not taken, unless a loop around it may come to it again. */
    private static boolean liesAhead(ProcessGraph graph, Set<Integer> active, int node) {
        boolean found = false;
        int child = node;
        for (int at = graph.node(node).head().parent();
                at >= 0;
                at = graph.node(at).head().parent()) {
            if (active.contains(at)) {
                Node around = graph.node(at);
                if (around instanceof Node.While
                        || around instanceof Node.RepeatUntil
                        || around instanceof Node.ForEach
                        || !found && around instanceof Node.Sequence sequence && comesLater(sequence, active, child)) {
                    return true;
                }
                found = true;
            }
            child = at;
        }
        return false;
    }

    private static boolean comesLater(Node.Sequence sequence, Set<Integer> active, int child) {
        List<Node> children = sequence.children();
        for (Node each : children) {
            if (each.id() == child) {
                return false;
            }
            if (active.contains(each.id())) {
                return true;
            }
        }
        return false;
    }
}
