package dev.weir.bpel.analysis.rule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Strongly connected components of a graph, by Tarjan's algorithm without recursion. */
public final class StronglyConnectedComponents {
    private final List<List<Integer>> edges;
    private final int[] index;
    private final int[] low;
    private final int[] component;
    private final Deque<Integer> open = new ArrayDeque<>();
    private int visited;
    private int found;

    private record Visit(int node, Iterator<Integer> rest) {}

    private StronglyConnectedComponents(List<List<Integer>> edges) {
        this.edges = edges;
        this.index = new int[edges.size()];
        this.low = new int[edges.size()];
        this.component = new int[edges.size()];
    }

    /**
     * The number of each node's component, from 1.
     *
     * @param edges where each node leads
     */
    public static int[] of(List<List<Integer>> edges) {
        StronglyConnectedComponents components = new StronglyConnectedComponents(edges);
        for (int node = 0; node < edges.size(); node++) {
            if (components.index[node] == 0) {
                components.search(node);
            }
        }
        return components.component;
    }

    private void search(int from) {
        Deque<Visit> path = new ArrayDeque<>();
        path.push(enter(from));
        while (!path.isEmpty()) {
            Visit visit = path.element();
            int node = visit.node();
            if (visit.rest().hasNext()) {
                int next = visit.rest().next();
                if (index[next] == 0) {
                    path.push(enter(next));
                } else if (component[next] == 0) {
                    low[node] = Math.min(low[node], index[next]);
                }
                continue;
            }
            path.pop();
            if (low[node] == index[node]) {
                close(node);
            }
            Visit before = path.peek();
            if (before != null) {
                low[before.node()] = Math.min(low[before.node()], low[node]);
            }
        }
    }

    private Visit enter(int node) {
        index[node] = ++visited;
        low[node] = visited;
        open.push(node);
        return new Visit(node, edges.get(node).iterator());
    }

    private void close(int node) {
        found++;
        int member;
        do {
            member = open.pop();
            component[member] = found;
        } while (member != node);
    }
}
