package dev.weir.bpel.activity;

import dev.weir.bpel.command.CallRecovery;
import dev.weir.bpel.data.Faults;
import dev.weir.bpel.data.HeaderVariables;
import dev.weir.bpel.data.MessageVariables;
import dev.weir.bpel.data.WireAddress;
import dev.weir.bpel.event.InstanceEvent.DetailMade;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.CallKey;
import dev.weir.store.Message;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import java.util.List;
import java.util.Objects;

/** Calls a partner; a two-way operation is waited for. */
final class InvokeBehaviour implements Behaviour<Node.Invoke> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Invoke node) {
        Assertions.check(node.assertedBefore(), step.data(self));
        MessageType type = Objects.requireNonNull(node.operation().input());
        MessageValue message = MessageVariables.message(step.data(self), type, node.input());
        Correlations.use(step, self, node.requestCorrelations(), message);
        HeaderVariables.send(step.data(self), node.sentHeaders(), message);
        PartnerLink link = node.link();
        PartnerLinkValue partner = step.data(self).partnerLink(link);
        HeaderVariables.sendTo(partner, message);
        byte[] payload = message.toBytes();
        step.auditPayload(self, () -> payload);
        String operation = node.operation().name();
        boolean oneWay = node.operation().oneWay();
        String wired = WireAddress.linkName(partner.address());
        CallKey key = wired == null
                ? step.call(self, link.name(), operation, oneWay, partner.address(), payload)
                : step.call(self, wired, operation, oneWay, null, payload);
        if (link.myPortType() != null) {
            // What comes back on this link later relates to this call.
            step.data(self).set(link, new PartnerLinkValue(partner.address(), key.toString(), partner.reference()));
        }
        String label = node.detailLabel();
        if (label != null) {
            step.apply(new DetailMade(key, label));
            for (String early : step.instance().earlySignals()) {
                if (early.equals(label) || !step.instance().graph().labelsDetails(early)) {
                    step.signal(self, early, Signals.fromMaster(key.toString(), early));
                }
            }
        }
        if (oneWay) {
            step.complete(self, operation);
        } else {
            step.await(self, new Awaited(List.of(), List.of(), key), List.of(), operation);
        }
    }

    @Override
    public void messageArrived(StepContext step, ActivityInstance self, Node.Invoke node, int branch, Message message) {
        step.auditPayload(self, message::payload);
        MessageValue parts = MessageValue.fromBytes(message.payload());
        String fault = message.fault();
        if (CallRecovery.CONTINUE.toString().equals(fault)) {
            step.complete(self, node.operation().name() + ", continued by an operator");
            return;
        }
        if (fault != null) {
            step.fault(self, Faults.received(fault, message.reason(), parts, node.operation()));
            return;
        }
        VariableValue.Message value = VariableValue.message(parts);
        Correlations.use(step, self, node.responseCorrelations(), value.parts());
        MessageVariables.store(step.data(self), Objects.requireNonNull(node.output()), value);
        HeaderVariables.take(step.data(self), node.receivedHeaders(), parts);
        Assertions.check(node.assertedAfter(), step.data(self));
        step.complete(self, node.operation().name());
    }
}
