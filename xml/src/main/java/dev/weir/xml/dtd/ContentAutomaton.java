package dev.weir.xml.dtd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which children an element may have, one after the other (XML 1.0, section 3.2.1).
 *
 * <p>The model is compiled to Thompson's automaton, whose size is linear in the model; of the deterministic automaton
 * over it only those states are built that documents visit, and all are forgotten when they have grown beyond a bound
 * (K. Thompson, "Regular expression search algorithm", CACM 11(6), 1968; the bound is RE2's idea). So memory is bounded
 * whatever the model, models that are not deterministic are followed all the same, and nothing recurses on the model.
 *
 * <p>Thread-safe: a step that was taken before costs no lock, a new one is taken under that of the budget.
 */
final class ContentAutomaton {
    private static final int MOST_NAMES = 10_000;

    /** The charge for a map entry, in positions. */
    private static final int MAP_ENTRY = 10;

    /** The memory and time that the automata of one DTD may take together. */
    static final class Budget {
        private static final long MOST_STEPS = 10_000_000;

        private final int mostNodes;
        private final int mostPositions;
        private int nodes;

        /** In the states that were built and not forgotten. */
        private int positions;

        /** Nodes that were made, and visited in the check for determinism. */
        private long steps;

        /** A budget for one document. */
        Budget() {
            this(1_000_000, 1_000_000);
        }

        Budget(int mostNodes, int mostPositions) {
            this.mostNodes = mostNodes;
            this.mostPositions = mostPositions;
        }

        boolean hasRoom(long more) {
            return nodes + more <= mostNodes && steps + more <= MOST_STEPS;
        }

        long held() {
            return (long) nodes + positions;
        }

        long spent() {
            return steps;
        }

        void spend(long more) {
            steps += more;
            if (steps > MOST_STEPS) {
                throw new DtdException("the content models of the DTD are too large to be checked");
            }
        }

        void hold(int more) {
            nodes += more;
            if (nodes > mostNodes) {
                throw new DtdException("the content models of the DTD are too large to validate with");
            }
        }

        void release(int fewer) {
            nodes -= fewer;
        }
    }

    /** A state of the deterministic automaton: the positions in the model where the next child may be. */
    static final class State {
        private final int[] positions;
        private final boolean accepting;
        private final Map<String, State> next = new ConcurrentHashMap<>();

        /** The position of each name, made when it is first asked for; null too where a name has several. */
        private @Nullable Map<String, Integer> places;

        private boolean ambiguous;

        private State(int[] positions, boolean accepting) {
            this.positions = positions;
            this.accepting = accepting;
        }

        /** True where the element may end here. */
        boolean isAccepting() {
            return accepting;
        }
    }

    private record Positions(int[] positions) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Positions that && Arrays.equals(positions, that.positions);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(positions);
        }
    }

    // A node either waits for a child of some name and goes on to its first successor, or goes on to both at once.
    private @Nullable String[] names = new @Nullable String[16];
    private int[] first = new int[16];
    private int[] second = new int[16];
    private int nodes;
    private int namesInModel;
    private int end;
    private final State start;

    private final Map<Positions, State> states = new HashMap<>();

    /** The states of {@link #states} that follow a single place of the model, by its {@link #junction}. */
    private final Map<Integer, State> after = new HashMap<>();

    private final Budget budget;

    /** This automaton's part of {@link Budget#positions}. */
    private int held;

    private int visited;
    private int[] seen;
    private int round;
    private int[] pending = new int[16];

    /** @param model as in {@link ContentModel#text}, of kind CHILDREN */
    ContentAutomaton(String element, String model, Budget budget) {
        this.budget = budget;
        int begin = compile(element, model);
        budget.spend(nodes);
        budget.hold(nodes);
        seen = new int[nodes];
        start = state(new int[] {begin}, 1);
    }

    State start() {
        return start;
    }

    /** In nodes. */
    int size() {
        return nodes;
    }

    /** The state after a child; null when the child is not allowed. */
    @Nullable State step(State from, String child) {
        State known = from.next.get(child);
        if (known != null) {
            return known;
        }
        synchronized (budget) {
            return newStep(from, child);
        }
    }

    private @Nullable State newStep(State from, String child) {
        Map<String, Integer> places = from.ambiguous ? null : places(from);
        State to;
        if (places != null) {
            Integer position = places.get(child);
            if (position == null) {
                return null;
            }
            int target = junction(first[position]);
            State made = after.get(target);
            to = made != null ? made : state(new int[] {target}, 1);
            after.put(target, to);
        } else {
            int[] targets = new int[from.positions.length];
            int count = 0;
            for (int position : from.positions) {
                if (child.equals(names[position])) {
                    targets[count++] = first[position];
                }
            }
            if (count == 0) {
                return null;
            }
            to = state(targets, count);
        }
        from.next.put(child, to);
        hold(MAP_ENTRY);
        return to;
    }

    private @Nullable Map<String, Integer> places(State of) {
        Map<String, Integer> places = of.places;
        if (places == null) {
            places = new HashMap<>();
            for (int position : of.positions) {
                if (places.put(String.valueOf(names[position]), position) != null) {
                    of.ambiguous = true;
                    return null;
                }
            }
            of.places = places;
            hold(places.size() * MAP_ENTRY);
        }
        return places;
    }

    /** The names of children that may come next, a few of them. */
    String expected(State at) {
        List<String> shown = new ArrayList<>();
        Set<String> different = new HashSet<>();
        for (int position : at.positions) {
            if (different.add(String.valueOf(names[position])) && different.size() <= 5) {
                shown.add(String.valueOf(names[position]));
            }
        }
        if (different.size() > 5) {
            shown.add("...");
        }
        if (at.accepting) {
            shown.add("its end");
        }
        return String.join(", ", shown);
    }

    /** A name that, somewhere, could be matched by two places of the model; null where the model is deterministic. */
    @Nullable String ambiguity() {
        Set<Integer> checked = new HashSet<>();
        String twice = twice(start.positions);
        for (int node = 0; node < nodes && twice == null; node++) {
            if (names[node] != null && checked.add(junction(first[node]))) {
                int[] positions = closure(new int[] {first[node]}, 1);
                budget.spend(visited + 1);
                twice = twice(positions);
            }
        }
        return twice;
    }

    /** The first node from a node on where there is a choice, or a name to wait for. */
    private int junction(int from) {
        int node = from;
        while (names[node] == null && second[node] < 0 && first[node] >= 0) {
            node = first[node];
        }
        // The next one to come this way takes one step.
        for (int passed = from; passed != node; ) {
            int next = first[passed];
            first[passed] = node;
            passed = next;
        }
        return node;
    }

    private @Nullable String twice(int[] positions) {
        Set<String> once = new HashSet<>();
        for (int position : positions) {
            String name = names[position];
            if (name != null && !once.add(name)) {
                return name;
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- states

    private State state(int[] from, int count) {
        int[] positions = closure(from, count);
        boolean accepting = seen[end] == round;
        // The end is no position: a state that may end differs from one that may not.
        int[] key = accepting ? Arrays.copyOf(positions, positions.length + 1) : positions;
        if (accepting) {
            key[positions.length] = -1;
        }
        State known = states.get(new Positions(key));
        if (known != null) {
            return known;
        }
        if (budget.positions > budget.mostPositions) {
            forget();
        }
        State made = new State(positions, accepting);
        hold(key.length + 1);
        states.put(new Positions(key), made);
        return made;
    }

    private void hold(int more) {
        held += more;
        budget.positions += more;
    }

    private void forget() {
        states.values().forEach(state -> {
            state.next.clear();
            state.places = null;
        });
        states.clear();
        after.clear();
        budget.positions -= held;
        held = 0;
    }

    /** Returns its part of the budget; the automaton must not be used afterwards. */
    void discard() {
        forget();
        budget.release(nodes);
    }

    /** The waiting nodes that can be reached without a child, in ascending order. */
    private int[] closure(int[] from, int count) {
        round++;
        visited = 0;
        int[] reached = new int[16];
        int size = 0;
        int open = 0;
        for (int i = 0; i < count; i++) {
            open = visit(from[i], open);
        }
        while (open > 0) {
            int node = pending[--open];
            if (names[node] != null) {
                if (size == reached.length) {
                    reached = Arrays.copyOf(reached, size * 2);
                }
                reached[size++] = node;
            } else {
                open = visit(second[node], open);
                open = visit(first[node], open);
            }
        }
        int[] positions = Arrays.copyOf(reached, size);
        Arrays.sort(positions);
        return positions;
    }

    private int visit(int node, int open) {
        if (node < 0 || seen[node] == round) {
            return open;
        }
        seen[node] = round;
        visited++;
        if (open == pending.length) {
            pending = Arrays.copyOf(pending, open * 2);
        }
        pending[open] = node;
        return open + 1;
    }

    // ---------------------------------------------------------------- compilation

    /** What an open parenthesis holds so far. */
    private static final class Group {
        int begin = -1;
        int end;
        boolean choice;
    }

    /** Builds the nodes; returns the first and sets {@link #end}. */
    private int compile(String element, String model) {
        List<Group> groups = new ArrayList<>(List.of(new Group()));
        int p = 0;
        while (p < model.length()) {
            Group group = groups.get(groups.size() - 1);
            switch (model.charAt(p)) {
                case '(' -> {
                    groups.add(new Group());
                    p++;
                }
                case ',' -> p++;
                case '|' -> {
                    group.choice = true;
                    p++;
                }
                case ')' -> {
                    groups.remove(groups.size() - 1);
                    p = add(groups.get(groups.size() - 1), group.begin, group.end, model, p + 1);
                }
                default -> {
                    int from = p;
                    while ("()|,?*+".indexOf(model.charAt(p)) < 0) {
                        p++;
                    }
                    if (++namesInModel > MOST_NAMES) {
                        throw new DtdException("the content model of " + element + " must not hold more than "
                                + MOST_NAMES + " names where it is used to validate");
                    }
                    int begin = node(model.substring(from, p));
                    first[begin] = node(null);
                    p = add(group, begin, first[begin], model, p);
                }
            }
        }
        Group whole = groups.get(0);
        end = whole.end;
        return whole.begin;
    }

    /** Adds a part to a group, with the occurrence sign that may follow it; returns the index after that. */
    private int add(Group group, int partBegin, int partEnd, String model, int after) {
        int begin = partBegin;
        int stop = partEnd;
        char sign = after < model.length() ? model.charAt(after) : 0;
        switch (sign) {
            case '?' -> {
                stop = node(null);
                begin = fork(partBegin, stop);
                first[partEnd] = stop;
            }
            case '*' -> {
                stop = node(null);
                begin = fork(partBegin, stop);
                first[partEnd] = begin;
            }
            case '+' -> {
                stop = node(null);
                first[partEnd] = fork(partBegin, stop);
            }
            default -> sign = 0;
        }
        if (group.begin < 0) {
            group.begin = begin;
            group.end = stop;
        } else if (group.choice) {
            int both = node(null);
            first[group.end] = both;
            first[stop] = both;
            group.begin = fork(group.begin, begin);
            group.end = both;
        } else {
            first[group.end] = begin;
            group.end = stop;
        }
        return sign == 0 ? after : after + 1;
    }

    private int fork(int one, int other) {
        int node = node(null);
        first[node] = one;
        second[node] = other;
        return node;
    }

    private int node(@Nullable String name) {
        if (nodes == names.length) {
            names = Arrays.copyOf(names, nodes * 2);
            first = Arrays.copyOf(first, nodes * 2);
            second = Arrays.copyOf(second, nodes * 2);
        }
        names[nodes] = name;
        first[nodes] = -1;
        second[nodes] = -1;
        return nodes++;
    }
}
