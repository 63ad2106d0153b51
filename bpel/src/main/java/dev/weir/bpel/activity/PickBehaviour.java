package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.OnAlarm;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.store.Message;
import java.util.stream.Stream;

/** Waits for the first of several messages and alarms, and goes on with what belongs to it. */
final class PickBehaviour implements Behaviour<Node.Pick> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Pick node) {
        Alarms.await(step, self, node.onAlarms().stream().map(OnAlarm::deadline).toList(), describe(node));
    }

    private static String describe(Node.Pick node) {
        return String.join(
                " or ",
                node.onMessages().stream()
                        .map(onMessage -> onMessage.inbound().operation().name())
                        .toList());
    }

    @Override
    public void messageArrived(StepContext step, ActivityInstance self, Node.Pick node, int branch, Message message) {
        step.auditPayload(self, message::payload);
        ReceivedMessages.accept(step, self, node.onMessages().get(branch).inbound(), message);
        if (step.isCreator(message)) {
            EventHandlers.enableAround(step, self);
        }
        goOn(step, self, node, node.onMessages().get(branch).body(), "onMessage " + message.operation());
    }

    @Override
    public void timerFired(StepContext step, ActivityInstance self, Node.Pick node, int branch) {
        goOn(step, self, node, node.onAlarms().get(branch).body(), "onAlarm");
    }

    private static void goOn(StepContext step, ActivityInstance self, Node.Pick node, Node chosen, String detail) {
        step.started(self, detail);
        Stream.concat(
                        node.onMessages().stream().map(Node.OnMessage::body),
                        node.onAlarms().stream().map(OnAlarm::body))
                .filter(body -> body != chosen)
                .forEach(body -> step.skip(self, body));
        step.startChild(self, chosen);
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.Pick node, boolean successful) {
        step.complete(self, null);
    }
}
