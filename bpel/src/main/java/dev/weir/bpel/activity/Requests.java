package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.RequestOpened;
import dev.weir.bpel.graph.MessageExchange;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.store.ExchangeId;
import dev.weir.store.Message;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for their replies (section 10.4). A reply answers the request of the same partner link, operation and
 * message exchange; the latter is one that is declared, or the default exchange of the process, of an event or of a
 * parallel branch.
 */
final class Requests {
    private Requests() {}

    /** Opens the request of a message that was received; faults with conflictingRequest where one like it is open. */
    static void open(InstanceAccess step, ActivityInstance self, Inbound in, Message message) {
        if (in.operation().oneWay()) {
            return;
        }
        Instance instance = step.instance();
        OpenRequest request =
                request(instance, self, in.link(), in.operation().name(), in.exchange(), message.replyTo());
        boolean conflict = instance.requests().stream().anyMatch(request::answers);
        // Where they conflict both are open: the fault is the only answer that this one can get.
        step.apply(new RequestOpened(request));
        if (conflict) {
            throw FaultException.standard(
                    "conflictingRequest", "a request of " + in.operation().name() + " is open already");
        }
    }

    /** The open request that a reply answers; faults with missingRequest where there is none. */
    static OpenRequest find(Instance instance, ActivityInstance self, Node.Reply node) {
        String operation = node.operation().name();
        OpenRequest answered = request(instance, self, node.link(), operation, node.exchange(), null);
        return instance.requests().stream()
                .filter(answered::answers)
                .findFirst()
                .orElseThrow(
                        () -> FaultException.standard("missingRequest", "no request of " + operation + " is open"));
    }

    private static OpenRequest request(
            Instance instance,
            ActivityInstance self,
            PartnerLink link,
            String operation,
            @Nullable MessageExchange exchange,
            @Nullable ExchangeId replyTo) {
        return new OpenRequest(
                instance.scopeOf(self, link.scope()),
                link.id(),
                operation,
                exchange == null ? defaultExchange(instance, self) : instance.scopeOf(self, exchange.scope()),
                exchange == null ? -1 : exchange.id(),
                replyTo);
    }

    /** The scope of an event handler's or a parallel branch's own default exchange; 0 for the process's (section 10.4.1). */
    private static int defaultExchange(Instance instance, ActivityInstance self) {
        for (ActivityInstance above = self; above != null; above = instance.find(above.parent())) {
            ActivityInstance parent = instance.find(above.parent());
            Node around = parent == null ? null : instance.node(parent);
            if (around instanceof Node.OnEvent || around instanceof Node.ForEach loop && loop.parallel()) {
                return above.id();
            }
        }
        return 0;
    }
}
