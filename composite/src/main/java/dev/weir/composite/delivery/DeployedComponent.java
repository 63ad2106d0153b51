package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessActivity;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.Message;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A component of one deployed version of a composite, as wires, the store and operators see it. Each engine has its own
 * kind; who holds one need not know which. Thread-safe.
 */
public interface DeployedComponent {
    /** Where messages come in that a wire brings to one of its services. */
    Destination receiver(String service);

    /** Where the callbacks on one of its references come in. An instance of any version may wait for them. */
    default Destination callbacks(String reference) {
        return Destination.nowhere("the component takes no callbacks");
    }

    /** Where an event comes in that it has subscribed to. */
    default Destination subscriber(XmlName event) {
        return Destination.nowhere("the component takes no events");
    }

    /**
     * Where a call goes that it has left in the store.
     *
     * @throws DeliveryException if that cannot be known, now or ever
     */
    default Destination destination(Call call, CallTarget target) {
        throw DeliveryException.hopeless("the component leaves no calls");
    }

    /** How the message of such a call relates to others: answers to it go to this component, unless it passes on another's. */
    default Conversation conversation(Call call, CallTarget target) {
        return Conversation.ofCall(call, target);
    }

    /** The fault policies under which such a call is made: none, as for mediators, whose policies are for the messages they are sent. */
    default GuardedCall guard(Call call) {
        return GuardedCall.none(call);
    }

    /** Which headers and properties it reads of the reply to such a call. */
    default Read readInReplies(Call call) {
        return Read.NOTHING;
    }

    /**
     * Computes a step of one of its instances; nothing is stored. The instance has all messages and due timers that no step
     * has used up, also those that an earlier step was given; it is handed out again only when something new comes.
     *
     * @throws DeliveryException if that cannot be done, with the reason for operators; any other exception is an internal
     *     error. It is tried again later in either case
     */
    ComponentStep advance(ClaimedInstance work);

    /**
     * True if an instance that runs, of any version or revision, may wait for messages of an operation; callbacks do not
     * count, which name the call that they answer.
     */
    default boolean awaits(String service, String operation) {
        return false;
    }

    /**
     * The keys by which one of its instances may wait for a message that came to another revision.
     *
     * @param content of the message
     */
    default List<String> keys(Message message, MessageValue content) {
        return List.of();
    }

    /**
     * A message that no instance has taken, as the component would take it if it came now.
     *
     * @param begins whether it may begin an instance
     * @throws IllegalArgumentException if no instance can ever take it
     */
    default UndeliveredMessage again(Message message, boolean begins) {
        throw new IllegalArgumentException(
                message.component() + " takes message " + message.id() + " no more: cancel it");
    }

    /** What is counted of the messages that come to it. */
    ComponentStatistics statistics();

    /** The activities that it runs, by their ids; none for a component that is no process. */
    default List<ProcessActivity> activities() {
        return List.of();
    }

    /** True if a call of an operation on a partner link may be in a scope that can begin again. */
    default boolean replays(String partnerLink, String operation) {
        return false;
    }

    /** The operations of its references that messages of one of its operations may be passed on to at once, by reference. */
    default Map<String, Set<String>> passesOn(String operation) {
        return Map.of();
    }

    /** Makes ready what the first message would have to wait for; what is wrong with that goes to the log. */
    default void prepare() {}
}
