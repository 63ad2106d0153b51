package dev.weir.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to a process instance. Where it goes, in this order:
 *
 * <ol>
 *   <li>{@code instance} is not 0: to that live instance (a reply to one of its calls).
 *   <li>some instance is subscribed to one of {@code keys}: to that one; the subscription is used up.
 *   <li>{@code creates} is not 0: to a new instance with that id.
 *   <li>otherwise it waits for a subscription to one of its keys; without any, nobody can ever take it: it is dropped,
 *       and history tells so ({@link AuditEvent.Kind#REPLY_UNDELIVERED}).
 * </ol>
 *
 * <p>A message without a partner link is a signal from one instance to another. It does not keep its flow from ending,
 * and is dropped with the end of its flow if nobody has taken it.
 *
 * <p>What an instance has not used up when it ends is treated in the same way: a message that came by a subscription goes
 * to the next one, or waits again; others are dropped, and history tells.
 *
 * @param id from {@link Store#newId}
 * @param key for deduplication: of all messages taken in under one key within seven days (or more) only the first
 *     counts; null for none
 * @param flow the flow it belongs to; when it is delivered to an instance of another flow, its flow joins that one
 * @param span the audit span under which the receiver's events hang
 * @param component which component it is for
 * @param replyTo the exchange that waits for a reply to it; null where nobody does
 * @param callback where messages to the sender's callback port go, as {@code composite.delivery} wrote it; null if none
 * @param conversation the message id that this one relates to; for one that relates to none, the key of the call by
 *     which an instance of this store sent it; null if none
 * @param fault the name of the fault (Clark notation) if this is a fault reply, null otherwise
 */
public record Message(
        long id,
        @Nullable String key,
        long flow,
        long span,
        String component,
        String partnerLink,
        String operation,
        long instance,
        List<String> keys,
        long creates,
        @Nullable String replyTo,
        @Nullable String callback,
        @Nullable String conversation,
        @Nullable String fault,
        byte[] payload,
        Instant received) {
    public Message {
        keys = List.copyOf(keys);
    }

    public boolean isSignal() {
        return partnerLink.isEmpty();
    }
}
