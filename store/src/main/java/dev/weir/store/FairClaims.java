package dev.weir.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The policy by which components share what a store hands out: the component of which the fewest instances are held
 * comes first, and among equals the one whose last turn was longest ago. A component with a long queue thus cannot keep
 * the others waiting. Within a component the order is the store's.
 *
 * <p>The store finds the candidates, claims what was chosen, and reports each claim and each end of one. Nothing of this
 * is durable: after a crash nobody holds anything. Thread-safe.
 */
public final class FairClaims {
    /**
     * The instances of one component that may be claimed now, in the order in which they are to be; an instance may be
     * listed more than once and counts once.
     */
    public record Candidates(ComponentId component, List<Long> instances) {}

    /** How many instances of each component are held. */
    private final Map<ComponentId, Integer> held = new ConcurrentHashMap<>();

    /** When each component had its last turn, counted in turns. Guarded by this. */
    private final Map<ComponentId, Long> lastTurns = new HashMap<>();

    private long turns;

    /** Nothing is held yet, and nobody had a turn. */
    public FairClaims() {}

    /** A component's position in one choice. */
    private static final class Queue {
        final Candidates candidates;
        /** Held already, or chosen just now. */
        int taken;

        int next;

        Queue(Candidates candidates, int taken) {
            this.candidates = candidates;
            this.taken = taken;
        }

        boolean isEmpty() {
            return next == candidates.instances.size();
        }
    }

    /** Chooses at most {@code max} instances; they are in the order in which the components had their turns. */
    public synchronized Set<Long> choose(Collection<Candidates> components, int max) {
        PriorityQueue<Queue> waiting = new PriorityQueue<>(Comparator.<Queue>comparingInt(queue -> queue.taken)
                .thenComparingLong(queue -> lastTurns.getOrDefault(queue.candidates.component, 0L)));
        for (Candidates candidates : components) {
            Queue queue = new Queue(candidates, held(candidates.component));
            if (!queue.isEmpty()) {
                waiting.add(queue);
            }
        }
        Set<Long> chosen = new LinkedHashSet<>();
        while (chosen.size() < max && !waiting.isEmpty()) {
            Queue queue = waiting.remove();
            if (chosen.add(queue.candidates.instances.get(queue.next++))) {
                queue.taken++;
                lastTurns.put(queue.candidates.component, ++turns);
            }
            if (!queue.isEmpty()) {
                waiting.add(queue);
            }
        }
        return chosen;
    }

    /** An instance of the component is held from now on. */
    public void claimed(ComponentId component) {
        held.merge(component, 1, Integer::sum);
    }

    /** An instance of the component is held no longer. */
    public void ended(ComponentId component) {
        held.computeIfPresent(component, (each, count) -> count == 1 ? null : count - 1);
    }

    /** How many instances of the component are held. */
    public int held(ComponentId component) {
        return held.getOrDefault(component, 0);
    }
}
