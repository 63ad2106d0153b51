package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Links;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which scopes compensate which: the default handlers, and the scopes that compensateScope names. */
final class Compensations {
    private static final String DEFAULT_HANDLER = "default handler";

    private final GraphParts parts;
    private final UnresolvedReferences unresolved;

    /** The scopes immediately in each, but for those in its fault, compensation and termination handlers. */
    private final Map<Integer, List<Node.Scope>> enclosed = new HashMap<>();

    private final List<NamedTarget> namedTargets = new ArrayList<>();

    /** A compensateScope whose target has not been looked up yet. */
    private record NamedTarget(Head head, int scope, String name) {}

    Compensations(GraphParts parts, UnresolvedReferences unresolved) {
        this.parts = parts;
        this.unresolved = unresolved;
    }

    void enclose(int around, Node.Scope scope) {
        enclosed.computeIfAbsent(around, id -> new ArrayList<>()).add(scope);
    }

    /** What a scope does where it has no handler of its own, if anything in it can be compensated. */
    Node.@Nullable Compensate defaultHandler(Head scope) {
        if (enclosed.getOrDefault(scope.id(), List.of()).stream().noneMatch(Node.Scope::compensable)) {
            return null;
        }
        int id = parts.reserve();
        Head head = new Head(
                id, scope.id(), scope.id(), "compensate", DEFAULT_HANDLER, scope.file(), scope.line(), Links.NONE);
        return parts.put(new Node.Compensate(head, scope.id(), null));
    }

    /** @param target the name of the only scope that is meant; null for all */
    Node compensate(Head head, int scope, @Nullable String target) {
        if (target != null) {
            namedTargets.add(new NamedTarget(head, scope, target));
        }
        return new Node.Compensate(head, scope, null);
    }

    /** Looks up what was named, when all scopes are known. */
    void resolve() {
        namedTargets.forEach(this::resolve);
    }

    private void resolve(NamedTarget named) {
        for (Node.Scope scope : enclosed.getOrDefault(named.scope(), List.of())) {
            if (scope.head().label().equals(named.name())) {
                parts.put(new Node.Compensate(named.head(), named.scope(), scope.id()));
                return;
            }
        }
        unresolved.add(named.head().line(), "no scope " + named.name() + " can be compensated from here");
    }
}
