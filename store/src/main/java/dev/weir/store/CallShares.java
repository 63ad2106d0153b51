package dev.weir.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The policy by which lines of calls share the places that there are for calls on their way: a line may hold a quarter as
 * many places as are free, and one in any case as long as one is free. One line alone thus gets a fifth of all places, two
 * get a sixth each; the more lines there are whose receivers hang, the less each of them takes of what is left. The line
 * that holds fewest comes first, and among equals the one whose last turn was longest ago. Within a line the order is the
 * store's.
 *
 * <p>Whoever carries calls out owns it, and reports when a call leaves its place; the store only asks it. Nothing of this
 * is durable. Thread-safe.
 */
public final class CallShares {
    /** The calls of one line that may be leased now, in the order in which they are to be; {@code calls} are the store's numbers. */
    public record Candidates(CallLine line, List<Long> calls) {}

    /** Lines of components that are gone are not missed. */
    private static final int MOST_REMEMBERED = 10_000;

    private static final int PART_OF_FREE = 4;

    private final int places;
    private final Map<CallLine, Integer> held = new HashMap<>();
    /** When each line had its last turn, counted in turns. */
    private final Map<CallLine, Long> lastTurns = new HashMap<>();

    private long turns;
    private int taken;

    /** @param places how many calls may be on their way at once, 1 or more */
    public CallShares(int places) {
        if (places < 1) {
            throw new IllegalArgumentException("at least one place is needed: " + places);
        }
        this.places = places;
    }

    /** How many places are free. */
    public synchronized int free() {
        return places - taken;
    }

    /** How many calls of a line are on their way. */
    public synchronized int held(CallLine line) {
        return held.getOrDefault(line, 0);
    }

    /** How many calls are on their way, by line. */
    public synchronized Map<CallLine, Integer> held() {
        return Map.copyOf(held);
    }

    /** How many calls of a line could be chosen now if no other line took places; fewer can be while others do. */
    public synchronized int room(CallLine line) {
        int holds = held.getOrDefault(line, 0);
        int room = 0;
        while (mayTake(holds + room, places - taken - room)) {
            room++;
        }
        return room;
    }

    /** Chooses calls and takes a place for each; the caller gives back those that it does not use. */
    public synchronized List<Long> take(Collection<Candidates> lines) {
        PriorityQueue<Queue> waiting = new PriorityQueue<>(Comparator.<Queue>comparingInt(queue -> queue.taken)
                .thenComparingLong(queue -> lastTurns.getOrDefault(queue.candidates.line, 0L)));
        for (Candidates candidates : lines) {
            if (!candidates.calls.isEmpty()) {
                waiting.add(new Queue(candidates, held.getOrDefault(candidates.line, 0)));
            }
        }
        if (lastTurns.size() > MOST_REMEMBERED) {
            lastTurns.clear();
        }
        List<Long> chosen = new ArrayList<>();
        // Where the line that holds fewest is at its share, so are the others.
        for (Queue queue = waiting.poll(); queue != null && mayTake(queue.taken, free()); queue = waiting.poll()) {
            chosen.add(queue.candidates.calls.get(queue.next++));
            queue.taken++;
            taken++;
            held.put(queue.candidates.line, queue.taken);
            lastTurns.put(queue.candidates.line, ++turns);
            if (queue.next < queue.candidates.calls.size()) {
                waiting.add(queue);
            }
        }
        return chosen;
    }

    private static boolean mayTake(int holds, int free) {
        return holds == 0 ? free > 0 : holds < free / PART_OF_FREE;
    }

    /** A call of a line has left its place. */
    public synchronized void leave(CallLine line) {
        int left = held.getOrDefault(line, 0) - 1;
        if (left < 0) {
            throw new IllegalStateException("no call of " + line + " is on its way");
        }
        taken--;
        if (left == 0) {
            held.remove(line);
        } else {
            held.put(line, left);
        }
    }

    /** A line's position in one choice. */
    private static final class Queue {
        final Candidates candidates;
        /** Held already, or chosen just now. */
        int taken;

        int next;

        Queue(Candidates candidates, int taken) {
            this.candidates = candidates;
            this.taken = taken;
        }
    }
}
