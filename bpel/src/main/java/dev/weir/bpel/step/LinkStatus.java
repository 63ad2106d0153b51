package dev.weir.bpel.step;

import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.data.ValueSource;
import dev.weir.bpel.event.InstanceEvent.ProgressNoted;
import dev.weir.bpel.graph.JoinCondition;
import dev.weir.bpel.graph.Link;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import org.jspecify.annotations.Nullable;

/**
 * The links of flows (section 11.6): an activity that links enter starts when all of them have a status, and its join
 * condition holds. A link that is left by an activity which does not run gets the status false (dead-path elimination).
 * Statuses are numbers that the flow's activity keeps.
 */
final class LinkStatus {
    private static final long UNKNOWN = 0;
    private static final long TRUE = 1;
    private static final long FALSE = 2;

    /** Whether an activity may start. */
    enum Join {
        WAITS,
        HOLDS,
        FAILS
    }

    private final StepInstance step;
    private final Instance instance;
    private final TaskQueue tasks;

    LinkStatus(StepInstance step, TaskQueue tasks) {
        this.step = step;
        this.instance = step.instance();
        this.tasks = tasks;
    }

    /** Whether the links that enter an activity allow it to start; faults where its join condition cannot be evaluated. */
    Join evaluateJoin(ActivityInstance self, Node node) {
        Node.Links links = node.head().links();
        if (links.targets().isEmpty()) {
            return Join.HOLDS;
        }
        boolean any = false;
        for (int id : links.targets()) {
            long status = status(self, id);
            if (status == UNKNOWN) {
                return Join.WAITS;
            }
            any |= status == TRUE;
        }
        JoinCondition condition = links.joinCondition();
        boolean holds = condition == null ? any : evaluate(self, condition);
        return holds ? Join.HOLDS : Join.FAILS;
    }

    private boolean evaluate(ActivityInstance self, JoinCondition condition) {
        try {
            return condition.xpath().evaluateBoolean(new XPathScope() {
                @Override
                public @Nullable XmlNode contextNode() {
                    return null;
                }

                @Override
                public Object variable(String name) {
                    Integer link = condition.links().get(name);
                    if (link == null) {
                        throw new XPathException("no link $" + name + " enters this activity");
                    }
                    return status(self, link) == TRUE;
                }
            });
        } catch (XPathException e) {
            throw FaultException.standard("subLanguageExecutionFault", String.valueOf(e.getMessage()));
        }
    }

    /** Gives the links that leave a completed activity their status. */
    void fire(ActivityInstance self, Node node) {
        ValueSource values = step.data(self);
        for (Node.Outgoing outgoing : node.head().links().sources()) {
            boolean holds = outgoing.transitionCondition() == null
                    || Evaluation.condition(outgoing.transitionCondition(), values);
            determine(self, instance.graph().links().get(outgoing.link()), holds);
        }
    }

    /**
     * Gives the links that leave an activity, or anything in it, and have no status yet, the status false.
     *
     * @param anchor an active activity: that one, or one around it
     */
    void eliminateDeadPath(ActivityInstance anchor, int node) {
        if (instance.graph().links().isEmpty()) {
            return;
        }
        int end = instance.graph().end(node);
        for (Link link : instance.graph().links()) {
            if (link.source() >= node && link.source() < end) {
                determine(anchor, link, false);
            }
        }
    }

    private void determine(ActivityInstance anchor, Link link, boolean holds) {
        ActivityInstance flow = flow(anchor, link);
        if (flow == null || flow.register(link.index()) != UNKNOWN) {
            return;
        }
        long[] statuses = flow.registers();
        statuses[link.index()] = holds ? TRUE : FALSE;
        step.apply(new ProgressNoted(flow.id(), statuses));
        for (ActivityInstance other : instance.active()) {
            if (other.node() == link.target() && flow(other, link) == flow) {
                tasks.startIfReady(other);
                return;
            }
        }
    }

    private long status(ActivityInstance self, int link) {
        Link declared = instance.graph().links().get(link);
        ActivityInstance flow = flow(self, declared);
        return flow == null ? UNKNOWN : flow.register(declared.index());
    }

    private @Nullable ActivityInstance flow(ActivityInstance from, Link link) {
        ActivityInstance above = from;
        while (above != null && above.node() != link.flow()) {
            above = instance.find(above.parent());
        }
        return above;
    }
}
