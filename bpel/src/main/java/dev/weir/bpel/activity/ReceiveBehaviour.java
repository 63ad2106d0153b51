package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Deadline;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.store.Message;
import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Objects;

/** Waits for a message, for a time at most where it has a timeout. */
final class ReceiveBehaviour implements Behaviour<Node.Receive> {
    private static final XmlName TIMEOUT = XmlName.of(ProcessReader.ORACLE, "timeout");

    @Override
    public void start(StepContext step, ActivityInstance self, Node.Receive node) {
        Deadline timeout = node.timeout();
        Alarms.await(step, self, timeout == null ? List.of() : List.of(timeout), detail(step, self, node));
    }

    @Override
    public void timerFired(StepContext step, ActivityInstance self, Node.Receive node, int branch) {
        Deadline timeout = Objects.requireNonNull(node.timeout());
        String reason = "no message of " + node.inbound().operation().name() + " came "
                + (timeout.until() ? "until " : "for ") + timeout.expression().text();
        step.fault(self, new Fault(TIMEOUT, reason, null, null));
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
