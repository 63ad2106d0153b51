package dev.weir.bpel.activity;

import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.graph.Correlation;
import dev.weir.bpel.graph.CorrelationKeys;
import dev.weir.bpel.graph.CorrelationKeys.SetValue;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.SubscriptionName;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What receive, onMessage and onEvent wait for: one subscription for each message that an activity may take, named {@code
 * m17.2} for the third message of activity 17, under the key that {@link CorrelationKeys} gives it.
 */
public final class ReceiveSubscriptions {
    /** The key of a wait for the message that creates the instance: such a subscription never gets into the store. */
    public static final String CREATOR = "!";

    private ReceiveSubscriptions() {}

    /** The messages that an activity may take, in its order. */
    static List<Inbound> inbounds(Node node) {
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
    public static int branch(Subscription subscription) {
        return SubscriptionName.parse(subscription.name()).branch();
    }

    /** True if a message is one that a subscription of an activity is for, by partner link and operation. */
    public static boolean fits(Message message, Node node, Subscription subscription) {
        Inbound in = inbounds(node).get(branch(subscription));
        return in.link().name().equals(message.partnerLink())
                && in.operation().name().equals(message.operation());
    }

    /** The subscriptions that an activity needs now; faults where two activities would wait for the same message. */
    static List<Subscription> subscriptions(StepContext step, ActivityInstance self) {
        Node node = step.instance().node(self);
        List<Inbound> inbounds = inbounds(node);
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

    /** Null for an activity that may create the instance, did not, and correlates by no set that has values yet. */
    private static @Nullable String key(StepContext step, ActivityInstance self, Inbound in, boolean creates) {
        String operation = in.operation().name();
        if (creates && step.awaitsCreator(in.link(), operation)) {
            return CREATOR;
        }
        ActivityData data = step.data(self);
        List<SetValue> sets = new ArrayList<>();
        for (Correlation use : in.correlations()) {
            CorrelationSet set = use.set();
            List<String> values = data.correlation(set);
            if (values != null && use.initiate() != Initiate.YES) {
                sets.add(new SetValue(set.id(), values));
            } else if (values == null && use.initiate() == Initiate.NO) {
                throw FaultException.standard(
                        "correlationViolation",
                        "correlation set " + set.name() + ": it is used before it is initiated");
            }
        }
        String link = in.link().name();
        if (!sets.isEmpty()) {
            return CorrelationKeys.correlated(step.component(), link, operation, sets);
        }
        if (creates) {
            return null;
        }
        String conversation = data.partnerLink(in.link()).conversation();
        return conversation == null
                ? CorrelationKeys.open(step.component(), link, operation)
                : CorrelationKeys.conversation(step.component(), link, operation, conversation);
    }

    private static void checkConflicts(StepContext step, ActivityInstance self, String key, Inbound in) {
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

    /** Gives activities that wait and join by a set, which has just been initiated, subscriptions under its values. */
    static void renew(StepContext step, CorrelationSet set) {
        for (ActivityInstance other : List.copyOf(step.instance().active())) {
            boolean joins = other.phase() == Phase.WAITING
                    && inbounds(step.instance().node(other)).stream()
                            .flatMap(in -> in.correlations().stream())
                            .anyMatch(use ->
                                    use.initiate() == Initiate.JOIN && use.set().equals(set));
            if (joins) {
                step.resubscribe(other, subscriptions(step, other));
            }
        }
    }
}
