package dev.weir.bpel.activity;

import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.store.CallKey;
import org.jspecify.annotations.Nullable;

/** What activities send. It leaves the instance when the step has been committed. */
public interface PartnerMessages {
    /**
     * Sends a message to a partner.
     *
     * @param address where the partner is; null for where its link is wired to
     * @return the call's key, under which its reply comes
     */
    CallKey call(
            ActivityInstance self,
            String partnerLink,
            String operation,
            boolean oneWay,
            @Nullable String address,
            byte[] payload);

    /**
     * Answers a request, which is then no longer open.
     *
     * @param fault the name of a fault; null for a normal reply
     * @param reason why there is one, for people; null for a normal reply
     */
    void reply(OpenRequest request, @Nullable String fault, @Nullable String reason, byte[] payload);

    /** Sends a signal to the instance that waits for it under its key. */
    void signal(ActivityInstance self, String label, String key);
}
