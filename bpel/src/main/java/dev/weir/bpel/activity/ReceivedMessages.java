package dev.weir.bpel.activity;

import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.data.HeaderVariables;
import dev.weir.bpel.data.MessageVariables;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.Message;
import dev.weir.wsdl.MessageValue;

/** How receive, onMessage and onEvent take a message: its request is opened, its sets correlated, its data stored. */
public final class ReceivedMessages {
    private ReceivedMessages() {}

    /** Takes a message that an activity waited for. */
    static void accept(StepContext step, ActivityInstance self, Inbound in, Message message) {
        Requests.open(step, self, in, message);
        ActivityData data = step.data(self);
        PartnerLink link = in.link();
        String callback = message.callback();
        if (callback != null && link.partnerPortType() != null) {
            data.set(link, new PartnerLinkValue(callback, data.partnerLink(link).conversation(), null));
        }
        MessageValue content = MessageValue.fromBytes(message.payload());
        VariableValue.Message value = VariableValue.message(content);
        Correlations.use(step, self, in.correlations(), value.parts());
        MessageVariables.store(data, in.target(), value);
        HeaderVariables.take(data, in.headers(), content);
        Assertions.check(in.asserted(), data);
    }

    /**
     * Faults with ambiguousReceive, because several activities wait for the message. Its request is opened first, so that
     * the fault answers it.
     */
    public static void refuse(InstanceAccess step, ActivityInstance self, Node node, int branch, Message message) {
        Requests.open(step, self, ReceiveSubscriptions.inbounds(node).get(branch), message);
        throw FaultException.standard(
                "ambiguousReceive", "several activities wait for this message of " + message.operation());
    }
}
