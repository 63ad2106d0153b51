package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.PartnerLinkChanged;
import dev.weir.bpel.event.InstanceEvent.RequestOpened;
import dev.weir.bpel.graph.Correlation;
import dev.weir.bpel.graph.CorrelationKeys;
import dev.weir.bpel.graph.CorrelationKeys.SetValue;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.MessageExchange;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.SubscriptionName;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.store.ExchangeId;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.wsdl.MessageValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What receive and pick share: under which keys they wait, and how they take a message in. */
final class ReceiveActivities {
    /** The key of a wait for the very message that starts the instance: it is known to no store. */
    static final String CREATOR = "!";

    private ReceiveActivities() {}

    /** The messages that an activity may take, in its order. */
    static List<Inbound> of(Node node) {
        if (node instanceof Node.Receive receive) {
            return List.of(receive.inbound());
        }
        if (node instanceof Node.OnEvent onEvent) {
            return List.of(onEvent.inbound());
        }
        return node instanceof Node.Pick pick
                ? pick.onMessages().stream().map(Node.OnMessage::inbound).toList()
                : List.of();
    }

    private static boolean creates(Node node) {
        return node instanceof Node.Receive receive
                ? receive.createInstance()
                : node instanceof Node.Pick pick && pick.createInstance();
    }

    /** Which of an activity's messages a subscription is for. */
    static int branch(Subscription subscription) {
        return SubscriptionName.parse(subscription.name()).branch();
    }

    static boolean fits(Message message, Node node, Subscription subscription) {
        Inbound in = of(node).get(branch(subscription));
        return in.link().name().equals(message.partnerLink())
                && in.operation().name().equals(message.operation());
    }

    /** The subscriptions that an activity needs now; faults where two activities would wait for the same message. */
    static List<Subscription> subscriptions(InstanceStep step, ActivityInstance self) {
        Node node = step.instance().node(self);
        List<Inbound> inbounds = of(node);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int branch = 0; branch < inbounds.size(); branch++) {
            String key = key(step, self, inbounds.get(branch), creates(node));
            if (key != null) {
                checkConflicts(step, self, key, inbounds.get(branch));
                subscriptions.add(new Subscription(new SubscriptionName(self.id(), branch).toString(), key));
            }
        }
        return List.copyOf(subscriptions);
    }

    /** Null for an activity that may start the instance, did not, and has nothing yet by which it could be found. */
    private static @Nullable String key(InstanceStep step, ActivityInstance self, Inbound in, boolean creates) {
        String operation = in.operation().name();
        if (creates && step.awaitsCreator(in.link(), operation)) {
            return CREATOR;
        }
        List<SetValue> sets = new ArrayList<>();
        for (Correlation use : in.correlations()) {
            CorrelationSet set = use.set();
            List<String> values = Correlations.values(step, self, set);
            if (values != null && use.initiate() != Initiate.YES) {
                sets.add(new SetValue(set.id(), values));
            } else if (values == null && use.initiate() == Initiate.NO) {
                throw Correlations.violation(set, "it is used before it is initiated");
            }
        }
        String link = in.link().name();
        if (!sets.isEmpty()) {
            return CorrelationKeys.correlated(step.component(), link, operation, sets);
        }
        if (creates) {
            return null;
        }
        String conversation = value(step, self, in.link()).conversation();
        return conversation == null
                ? CorrelationKeys.open(step.component(), link, operation)
                : CorrelationKeys.conversation(step.component(), link, operation, conversation);
    }

    private static void checkConflicts(InstanceStep step, ActivityInstance self, String key, Inbound in) {
        for (ActivityInstance other : step.instance().active()) {
            if (other != self
                    && other.awaited().messages().stream()
                            .anyMatch(subscription -> subscription.key().equals(key))) {
                throw FaultException.standard(
                        "conflictingReceive",
                        "another activity already waits for the same message of "
                                + in.operation().name());
            }
        }
    }

    /** A set was initiated: activities that join by it are found under other keys now. */
    static void renewWaits(InstanceStep step, CorrelationSet set) {
        for (ActivityInstance other : List.copyOf(step.instance().active())) {
            boolean joins = other.phase() == Phase.WAITING
                    && of(step.instance().node(other)).stream()
                            .flatMap(in -> in.correlations().stream())
                            .anyMatch(use ->
                                    use.initiate() == Initiate.JOIN && use.set().equals(set));
            if (joins) {
                step.resubscribe(other, subscriptions(step, other));
            }
        }
    }

    /** Faults because two activities wait for a message; its request is open, so that the fault answers it. */
    static void refuse(InstanceStep step, ActivityInstance self, Node node, int branch, Message message) {
        open(step, self, of(node).get(branch), message);
        throw FaultException.standard(
                "ambiguousReceive", "several activities wait for this message of " + message.operation());
    }

    /** Takes a message in: opens its request, correlates, and stores the data. */
    static void accept(InstanceStep step, ActivityInstance self, Inbound in, Message message) {
        PartnerLink link = in.link();
        open(step, self, in, message);
        String callback = message.callback();
        if (callback != null && link.partnerPortType() != null) {
            PartnerLinkValue known = value(step, self, link);
            set(step, self, link, new PartnerLinkValue(callback, known.conversation(), null));
        }
        MessageValue came = MessageValue.fromBytes(message.payload());
        VariableValue.Message value = VariableValue.message(came);
        Correlations.use(step, self, in.correlations(), value.parts());
        MessageVariables.store(step, self, in.target(), value);
        HeaderVariables.take(step, self, in.headers(), came);
    }

    private static void open(InstanceStep step, ActivityInstance self, Inbound in, Message message) {
        PartnerLink link = in.link();
        if (!in.operation().oneWay()) {
            OpenRequest request = request(step, self, link, in.operation().name(), in.exchange(), message.replyTo());
            if (step.instance().requests().stream().anyMatch(request::answers)) {
                // The earlier request stays open; this one has no other way to be answered than by the fault.
                step.apply(new RequestOpened(request));
                throw FaultException.standard(
                        "conflictingRequest", "a request of " + in.operation().name() + " is open already");
            }
            step.apply(new RequestOpened(request));
        }
    }

    /** A request, or what a reply must answer. */
    static OpenRequest request(
            InstanceStep step,
            ActivityInstance self,
            PartnerLink link,
            String operation,
            @Nullable MessageExchange exchange,
            @Nullable ExchangeId replyTo) {
        Instance instance = step.instance();
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

    static PartnerLinkValue value(InstanceStep step, ActivityInstance self, PartnerLink link) {
        return step.instance().partnerLink(step.instance().scopeOf(self, link.scope()), link.id());
    }

    static void set(InstanceStep step, ActivityInstance self, PartnerLink link, PartnerLinkValue value) {
        step.apply(new PartnerLinkChanged(step.instance().scopeOf(self, link.scope()), link.id(), value));
    }
}
