package dev.weir.bpel.activity;

import dev.weir.bpel.data.ElementContent;
import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.data.ValueSource;
import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.event.InstanceEvent.VariableSet;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.xml.XmlName;
import java.util.Set;

/** Runs its scope once for each value of a counter, one after the other or in parallel (section 11.7). */
final class ForEachBehaviour implements Behaviour<Node.ForEach> {
    // Registers: the counter's value that comes next, its last value, branches completed, branches that are enough.
    private static final int NEXT = 0;
    private static final int LAST = 1;
    private static final int COMPLETED = 2;
    private static final int ENOUGH = 3;

    /**
     * All branches of a parallel one exist at once, are begun by one step, and are read by each later one. Each may take 4 KiB
     * of the heap beside its variables; of more than ten thousand the steps would take the processors from all others.
     */
    private static final long MOST_PARALLEL =
            Math.min(10_000, Runtime.getRuntime().maxMemory() / 4_096);

    /** Without a completion condition, all branches run. */
    private static final long ALL = -1;

    @Override
    public void start(StepContext step, ActivityInstance self, Node.ForEach node) {
        ValueSource values = step.data(self);
        long first = Evaluation.unsigned(node.start(), values);
        long last = Evaluation.unsigned(node.last(), values);
        Expression branches = node.branches();
        long enough = branches == null ? ALL : Evaluation.unsigned(branches, values);
        if (enough > Math.max(0, last - first + 1)) {
            throw FaultException.standard(
                    "invalidBranchCondition", enough + " branches are to complete, and there are fewer");
        }
        if (node.parallel() && last - first >= MOST_PARALLEL) {
            throw new FaultException(new Fault(
                    Fault.STATE_TOO_LARGE,
                    first + " to " + last + " are more parallel branches than one activity may have: at most "
                            + MOST_PARALLEL,
                    null,
                    null));
        }
        step.started(self, first + " to " + last);
        if (last < first || enough == 0) {
            step.complete(self, "0 branches");
            return;
        }
        step.setRegisters(self, first, last, 0, enough);
        do {
            branch(step, self, node);
        } while (node.parallel() && self.register(NEXT) <= last);
    }

    private static void branch(StepContext step, ActivityInstance self, Node.ForEach node) {
        long value = self.register(NEXT);
        ActivityInstance scope = step.startChild(self, node.body());
        step.apply(new VariableSet(
                scope.id(),
                node.counter().id(),
                new VariableValue.Element(
                        ElementContent.text(XmlName.of(node.counter().name()), Long.toString(value)))));
        step.setRegisters(self, value + 1, self.register(LAST), self.register(COMPLETED), self.register(ENOUGH));
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.ForEach node, boolean successful) {
        if (self.phase() == Phase.COMPLETING) {
            if (self.children() == 0) {
                step.complete(self, self.register(COMPLETED) + " branches");
            }
            return;
        }
        long completed = self.register(COMPLETED) + (successful || !node.successfulBranchesOnly() ? 1 : 0);
        long enough = self.register(ENOUGH);
        long next = self.register(NEXT);
        long last = self.register(LAST);
        step.setRegisters(self, next, last, completed, enough);
        if (completed == enough) {
            step.terminateInside(self, Set.of());
            if (self.children() == 0) {
                step.complete(self, completed + " branches");
            } else {
                step.apply(new PhaseEntered(self.id(), Phase.COMPLETING));
            }
        } else if (enough != ALL && completed + self.children() + (last - next + 1) < enough) {
            throw FaultException.standard(
                    "completionConditionFailure",
                    enough + " branches were to complete, and only " + completed + " can");
        } else if (!node.parallel() && next <= last) {
            branch(step, self, node);
        } else if (self.children() == 0) {
            step.complete(self, completed + " branches");
        }
    }
}
