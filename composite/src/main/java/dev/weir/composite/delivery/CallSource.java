package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.store.Call;
import org.jspecify.annotations.Nullable;

/** What is known of the calls in the store by the components that left them. Thread-safe. */
public interface CallSource {
    /**
     * Where a call goes.
     *
     * @throws DeliveryException if that cannot be known, now or ever
     */
    Destination destination(Call call);

    /** How its message relates to others: answers to it go to its component, unless that passes on another's message. */
    default Conversation conversation(Call call) {
        return Conversation.ofCall(call, CallTarget.of(call));
    }

    /**
     * The fault policies under which it is made; null where its composite is not deployed.
     *
     * @throws DeliveryException if the version that it began with cannot be had
     */
    @Nullable GuardedCall guard(Call call);

    /** What its component reads of the reply beside its parts. */
    Read readInReplies(Call call);
}
