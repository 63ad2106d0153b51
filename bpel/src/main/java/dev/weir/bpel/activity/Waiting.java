package dev.weir.bpel.activity;

import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import java.util.List;

/** What activities wait for: messages under keys, alarms, the reply to a call. */
public interface Waiting {
    /**
     * The activity waits (phase WAITING), for this instead of anything that it waited for before.
     *
     * @param timers those that the awaited names refer to
     * @param detail for the audit
     */
    void await(ActivityInstance self, Awaited awaited, List<Timer> timers, String detail);

    /** The activity waits for the same messages under other keys. */
    void resubscribe(ActivityInstance self, List<Subscription> messages);

    /** Ends all waiting of an activity. */
    void withdraw(ActivityInstance self);

    /** True until the message that creates the instance has been received. */
    boolean awaitsCreator();

    /** True if that message is still to be received, by this operation. */
    boolean awaitsCreator(PartnerLink link, String operation);

    /** True for the message that creates the instance. */
    boolean isCreator(Message message);
}
