package dev.weir.bpel.activity;

import dev.weir.bpel.data.HeaderVariables;
import dev.weir.bpel.data.MessageVariables;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/** Answers an open request. */
final class ReplyBehaviour implements Behaviour<Node.Reply> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Reply node) {
        Assertions.check(node.asserted(), step.data(self));
        MessageValue message = MessageVariables.message(step.data(self), node.message(), node.data());
        OpenRequest request = Requests.find(step.instance(), self, node);
        Correlations.use(step, self, node.correlations(), message);
        HeaderVariables.send(step.data(self), node.headers(), message);
        XmlName fault = node.faultName();
        byte[] payload = message.toBytes();
        step.auditPayload(self, () -> payload);
        step.reply(request, fault == null ? null : fault.toString(), fault == null ? null : "", payload);
        step.complete(self, node.operation().name() + (fault == null ? "" : " fault " + fault));
    }
}
