package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Head;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which scopes Oracle's replay activities let begin again: the innermost of the name that is written, around each. */
final class Replays {
    private static final String RULE = "bpel-replay";

    private final GraphParts parts;
    private final Problems problems;
    private final List<Named> named = new ArrayList<>();

    /** A replay whose scope has not been looked up yet; the file is the one that its line is of. */
    private record Named(Head head, String scope, String file) {}

    Replays(GraphParts parts, Problems problems) {
        this.parts = parts;
        this.problems = problems;
    }

    Node replay(Head head, String scope) {
        named.add(new Named(head, scope, problems.file()));
        return new Node.Replay(head, head.scope());
    }

    /** Looks up what was named, when all scopes are known. */
    void resolve() {
        named.forEach(this::resolve);
    }

    private void resolve(Named each) {
        Set<Integer> around = new HashSet<>();
        for (int above = each.head().id();
                above >= 0;
                above = parts.nodes.get(above).head().parent()) {
            around.add(above);
        }
        boolean terminating = false;
        for (int id = each.head().scope();
                id >= 0;
                id = parts.nodes.get(id).head().scope()) {
            if (!(parts.nodes.get(id) instanceof Node.Scope scope)
                    || scope.head().parent() < 0) {
                break;
            }
            terminating |= holds(scope.terminationHandler(), around);
            if (scope.head().label().equals(each.scope())) {
                accept(each, scope, terminating, holds(scope.compensationHandler(), around));
                return;
            }
            if (scope.head().kind().equals("call")) {
                break;
            }
        }
        problem(
                each,
                "no scope " + each.scope() + " is around the <replay>",
                "name a scope around it; the process itself, and the caller of a sub-process, cannot begin again");
    }

    private void accept(Named each, Node.Scope scope, boolean terminating, boolean compensating) {
        String left = linkThatLeaves(scope);
        if (terminating || compensating) {
            problem(
                    each,
                    "the scope " + each.scope() + " ends where its "
                            + (terminating ? "termination" : "compensation")
                            + " handler runs: it cannot begin again from there",
                    "name a scope inside of the handler, or replay from the scope's activity or a fault handler");
        } else if (left != null) {
            problem(
                    each,
                    "the link " + left + " leaves the scope " + each.scope() + " from inside: it could have a status"
                            + " when the scope begins again",
                    "let the link leave the scope itself");
        } else {
            parts.put(new Node.Replay(each.head(), scope.id()));
        }
    }

    /** The name of a link from inside of a scope to what is outside; null for none. */
    private @Nullable String linkThatLeaves(Node.Scope scope) {
        for (Link link : parts.links.list()) {
            if (link.source() >= 0
                    && link.target() >= 0
                    && link.source() != scope.id()
                    && isInside(link.source(), scope.id())
                    && !isInside(link.target(), scope.id())) {
                return link.name();
            }
        }
        return null;
    }

    private boolean isInside(int activity, int scope) {
        int above = activity;
        while (above > scope) {
            above = parts.nodes.get(above).head().parent();
        }
        return above == scope;
    }

    private static boolean holds(@Nullable Node handler, Set<Integer> around) {
        return handler != null && around.contains(handler.id());
    }

    private void problem(Named each, String what, String remedy) {
        problems.add(new Problem(each.file(), each.head().line(), 0, RULE, what, remedy));
    }
}
