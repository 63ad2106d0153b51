package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.store.Message;
import java.util.List;

/** Waits for a message. */
final class ReceiveBehaviour implements Behaviour<Node.Receive> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Receive node) {
        step.await(
                self,
                new Awaited(ReceiveSubscriptions.subscriptions(step, self), List.of(), null),
                List.of(),
                detail(step, self, node));
    }

    @Override
    public void messageArrived(
            StepContext step, ActivityInstance self, Node.Receive node, int branch, Message message) {
        step.auditPayload(self, message::payload);
        ReceivedMessages.accept(step, self, node.inbound(), message);
        if (step.isCreator(message)) {
            EventHandlers.enableAround(step, self);
        }
        step.complete(self, detail(step, self, node));
    }

    private static String detail(StepContext step, ActivityInstance self, Node.Receive node) {
        return node.inbound().operation().name()
                + Correlations.describe(step.data(self), node.inbound().correlations());
    }
}
