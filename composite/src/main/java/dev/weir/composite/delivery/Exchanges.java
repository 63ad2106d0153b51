package dev.weir.composite.delivery;

import dev.weir.store.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Callers that wait in memory for a reply, by exchange. A caller is registered before its message is handed to the
 * store, so that no reply can come too early. Thread-safe.
 */
final class Exchanges {
    private final ConcurrentHashMap<String, CompletableFuture<Reply>> waiting = new ConcurrentHashMap<>();

    private volatile boolean abandoned;

    /** Begins to wait; the future may be cancelled or timed out by its owner, who then calls {@link #forget}. */
    CompletableFuture<Reply> await(String exchange) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        if (waiting.putIfAbsent(exchange, reply) != null) {
            throw new IllegalStateException("someone waits for this exchange already: " + exchange);
        }
        if (abandoned) {
            reply.completeExceptionally(stopping());
        }
        return reply;
    }

    void forget(String exchange) {
        waiting.remove(exchange);
    }

    /** Hands a reply to whoever waits for it; false if nobody does. */
    boolean deliver(Reply reply) {
        CompletableFuture<Reply> caller = waiting.remove(reply.exchange());
        return caller != null && caller.complete(reply);
    }

    /** Tells all that wait that the server stops; their processes go on after the next start. */
    void abandon() {
        abandoned = true;
        for (CompletableFuture<Reply> caller : waiting.values()) {
            caller.completeExceptionally(stopping());
        }
    }

    private static DeliveryException stopping() {
        return new DeliveryException("the server is stopping; the process goes on when it is back", false);
    }
}
