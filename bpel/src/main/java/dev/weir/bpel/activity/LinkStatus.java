package dev.weir.bpel.activity;

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

    private LinkStatus() {}

    static Join evaluateJoin(InstanceStep step, ActivityInstance self, Node node) {
        Node.Links links = node.head().links();
        if (links.targets().isEmpty()) {
            return Join.HOLDS;
        }
        boolean any = false;
        for (int id : links.targets()) {
            long status = status(step, self, id);
            if (status == UNKNOWN) {
                return Join.WAITS;
            }
            any |= status == TRUE;
        }
        JoinCondition condition = links.joinCondition();
        boolean holds = condition == null ? any : evaluate(step, self, condition);
        return holds ? Join.HOLDS : Join.FAILS;
    }

    private static boolean evaluate(InstanceStep step, ActivityInstance self, JoinCondition condition) {
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
                    return status(step, self, link) == TRUE;
                }
            });
        } catch (XPathException e) {
            throw FaultException.standard("subLanguageExecutionFault", String.valueOf(e.getMessage()));
        }
    }

    /** Gives the links that leave a completed activity their status. */
    static void fire(InstanceStep step, ActivityInstance self, Node node) {
        ValueSource values = ValueSource.of(step, self);
        for (Node.Outgoing outgoing : node.head().links().sources()) {
            boolean holds = outgoing.transitionCondition() == null
                    || Evaluation.condition(outgoing.transitionCondition(), values);
            determine(step, self, step.instance().graph().links().get(outgoing.link()), holds);
        }
    }

    /**
     * Gives the links that leave an activity, or anything in it, and have no status yet, the status false.
     *
     * @param anchor an active activity: that one, or one around it
     */
    static void eliminateDeadPath(InstanceStep step, ActivityInstance anchor, int node) {
        if (step.instance().graph().links().isEmpty()) {
            return;
        }
        int end = step.instance().graph().end(node);
        for (Link link : step.instance().graph().links()) {
            if (link.source() >= node && link.source() < end) {
                determine(step, anchor, link, false);
            }
        }
    }

    private static void determine(InstanceStep step, ActivityInstance anchor, Link link, boolean holds) {
        Instance instance = step.instance();
        ActivityInstance flow = flow(instance, anchor, link);
        if (flow == null || flow.register(link.index()) != UNKNOWN) {
            return;
        }
        long[] statuses = flow.registers();
        statuses[link.index()] = holds ? TRUE : FALSE;
        step.apply(new ProgressNoted(flow.id(), statuses));
        for (ActivityInstance other : instance.active()) {
            if (other.node() == link.target() && flow(instance, other, link) == flow) {
                step.startReady(other);
                return;
            }
        }
    }

    private static long status(InstanceStep step, ActivityInstance self, int link) {
        Link declared = step.instance().graph().links().get(link);
        ActivityInstance flow = flow(step.instance(), self, declared);
        return flow == null ? UNKNOWN : flow.register(declared.index());
    }

    private static @Nullable ActivityInstance flow(Instance instance, ActivityInstance from, Link link) {
        ActivityInstance above = from;
        while (above != null && above.node() != link.flow()) {
            above = instance.find(above.parent());
        }
        return above;
    }
}
