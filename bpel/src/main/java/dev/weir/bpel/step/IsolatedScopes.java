package dev.weir.bpel.step;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.Phase;

/**
 * Isolated scopes must behave as if they ran one after the other (section 12.8). Here they do: a second one of an instance
 * stays READY until the first has ended.
 */
final class IsolatedScopes {
    private final Instance instance;
    private final TaskQueue tasks;

    IsolatedScopes(Instance instance, TaskQueue tasks) {
        this.instance = instance;
        this.tasks = tasks;
    }

    /** True for an isolated scope that may not start yet. */
    boolean mustWait(ActivityInstance self) {
        return isIsolated(self)
                && instance.active().stream().anyMatch(other -> other.phase() != Phase.READY && isIsolated(other));
    }

    /** An activity has ended: if it was an isolated scope, the others look again whether they may start. */
    void ended(ActivityInstance self) {
        if (isIsolated(self)) {
            instance.active().stream().filter(this::isIsolated).forEach(tasks::startIfReady);
        }
    }

    private boolean isIsolated(ActivityInstance self) {
        return instance.node(self) instanceof Node.Scope scope && scope.isolated();
    }
}
