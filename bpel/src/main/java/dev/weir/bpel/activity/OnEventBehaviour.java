package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.store.Message;
import java.util.List;

/** Takes messages as long as its scope is active, and runs its own scope once for each, beside the others (section 12.7). */
final class OnEventBehaviour implements Behaviour<Node.OnEvent> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.OnEvent node) {
        step.setRegisters(self, EventHandlers.ENABLED);
        await(step, self, node);
    }

    private static void await(StepContext step, ActivityInstance self, Node.OnEvent node) {
        String operation = node.inbound().operation().name();
        step.await(
                self,
                new Awaited(ReceiveSubscriptions.subscriptions(step, self), List.of(), null),
                List.of(),
                operation);
    }

    @Override
    public void messageArrived(
            StepContext step, ActivityInstance self, Node.OnEvent node, int branch, Message message) {
        ActivityInstance scope = step.startChild(self, node.body());
        ReceivedMessages.accept(step, scope, node.inbound(), message);
        await(step, self, node);
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.OnEvent node, boolean successful) {
        EventHandlers.completeIfOver(step, self);
    }
}
