package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.ProcessGraph.Entry;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.store.ComponentId;
import dev.weir.store.Subscription;
import dev.weir.wsdl.MessageValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A receive, or a message of a pick, in the course of a process, of an operation that also starts instances. What comes
 * for it early, before an instance has got there, must not start another instance: as soon as the process's own
 * correlation sets that it uses have values, and for as long as it lies ahead, the instance waits for such a message, and
 * keeps it.
 *
 * @param number its place among those of the process
 * @param node the id of the receive or pick
 * @param sets those that a message for it must match; all of them the process's own, and at least one
 */
public record EarlyReceive(int number, int node, Inbound inbound, List<CorrelationSet> sets) {
    /**
     * Those of a process.
     *
     * @param entries what starts instances, and what they wait for
     */
    static List<EarlyReceive> of(List<Node> nodes, List<Entry> entries) {
        List<EarlyReceive> all = new ArrayList<>();
        for (Node node : nodes) {
            if (node instanceof Node.Receive receive && !receive.createInstance()) {
                add(all, node.id(), receive.inbound(), entries);
            } else if (node instanceof Node.Pick pick && !pick.createInstance()) {
                pick.onMessages().forEach(message -> add(all, node.id(), message.inbound(), entries));
            }
        }
        return List.copyOf(all);
    }

    private static void add(List<EarlyReceive> all, int node, Inbound in, List<Entry> entries) {
        boolean starts = entries.stream()
                .anyMatch(entry -> entry.createInstance()
                        && isOf(
                                entry.inbound(),
                                in.link().name(),
                                in.operation().name()));
        List<CorrelationSet> sets = in.correlations().stream()
                .filter(use -> use.initiate() != Initiate.YES)
                .map(Correlation::set)
                .toList();
        if (starts && !sets.isEmpty() && sets.stream().allMatch(set -> set.scope() == 0)) {
            all.add(new EarlyReceive(all.size(), node, in, sets));
        }
    }

    private static boolean isOf(Inbound in, String partnerLink, String operation) {
        return in.link().name().equals(partnerLink) && in.operation().name().equals(operation);
    }

    /** What an instance that a message starts waits for at once. */
    public static List<Subscription> atTheStart(
            ProcessGraph graph, ComponentId component, String partnerLink, String operation, MessageValue message) {
        List<Subscription> subscriptions = new ArrayList<>();
        if (graph.early().isEmpty()) {
            return subscriptions;
        }
        Map<CorrelationSet, List<String>> values = new HashMap<>();
        for (Entry entry : graph.inbound()) {
            if (entry.createInstance() && isOf(entry.inbound(), partnerLink, operation)) {
                for (Correlation use : entry.inbound().correlations()) {
                    try {
                        values.put(use.set(), use.values(message));
                    } catch (MissingProperty e) {
                        // The instance's first step faults by that.
                    }
                }
            }
        }
        for (EarlyReceive early : graph.early()) {
            Subscription subscription = early.subscription(component, values::get);
            if (subscription != null) {
                subscriptions.add(subscription);
            }
        }
        return subscriptions;
    }

    /** The name of its subscription. */
    public String name() {
        return "early " + number;
    }

    /**
     * What an instance waits for that has not got there.
     *
     * @param values of a correlation set; null before it is initiated
     * @return null while one of the sets has no values
     */
    public @Nullable Subscription subscription(
            ComponentId component, Function<CorrelationSet, @Nullable List<String>> values) {
        List<CorrelationKeys.SetValue> known = new ArrayList<>(sets.size());
        for (CorrelationSet set : sets) {
            List<String> its = values.apply(set);
            if (its == null) {
                return null;
            }
            known.add(new CorrelationKeys.SetValue(set.id(), its));
        }
        return new Subscription(
                name(),
                CorrelationKeys.correlated(
                        component, inbound.link().name(), inbound.operation().name(), known));
    }
}
