package dev.weir.composite.dispatch;

import dev.weir.composite.delivery.DeliveryException;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Callers that wait in memory for a reply, by exchange. A caller is registered before its message is handed to the
 * store, so that no reply can come too early. Thread-safe.
 */
public final class WaitingCallers {
    private final ConcurrentHashMap<ExchangeId, CompletableFuture<ExchangeReply>> waiting = new ConcurrentHashMap<>();

    private volatile boolean abandoned;

    /** Begins to wait; the future may be cancelled or timed out by its owner, who then calls {@link #forget}. */
    CompletableFuture<ExchangeReply> await(ExchangeId exchange) {
        CompletableFuture<ExchangeReply> reply = new CompletableFuture<>();
        if (waiting.putIfAbsent(exchange, reply) != null) {
            throw new IllegalStateException("someone waits for this exchange already: " + exchange);
        }
        if (abandoned) {
            reply.completeExceptionally(stopping());
        }
        return reply;
    }

    void forget(ExchangeId exchange) {
        waiting.remove(exchange);
    }

    /** Hands a reply to whoever waits for it; false if nobody does. */
    public boolean deliver(ExchangeReply reply) {
        CompletableFuture<ExchangeReply> caller = waiting.remove(reply.exchange());
        return caller != null && caller.complete(reply);
    }

    /** Fails all waiting callers because the server stops; their processes go on after the next start. */
    public void abandon() {
        abandoned = true;
        for (CompletableFuture<ExchangeReply> caller : waiting.values()) {
            caller.completeExceptionally(stopping());
        }
    }

    private static DeliveryException stopping() {
        return DeliveryException.stopping("the server is stopping; the process goes on when it is back");
    }
}
