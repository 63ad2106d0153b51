package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/** Answers an open request. */
final class ReplyBehaviour implements Behaviour<Node.Reply> {
    @Override
    public void start(InstanceStep step, ActivityInstance self, Node.Reply node) {
        MessageValue message = MessageVariables.message(step, self, node.message(), node.data());
        OpenRequest answered = ReceiveActivities.request(
                step, self, node.link(), node.operation().name(), node.exchange(), null);
        OpenRequest request = step.instance().requests().stream()
                .filter(answered::answers)
                .findFirst()
                .orElseThrow(() -> FaultException.standard(
                        "missingRequest", "no request of " + node.operation().name() + " is open"));
        Correlations.use(step, self, node.correlations(), message);
        HeaderVariables.send(step, self, node.headers(), message);
        XmlName fault = node.faultName();
        step.reply(request, fault == null ? null : fault.toString(), message.toBytes());
        step.complete(self, node.operation().name() + (fault == null ? "" : " fault " + fault));
    }
}
