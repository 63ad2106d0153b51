package dev.weir.bench.engines;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Those who wait for the end of instances that other threads take there. */
final class WaitingCallers {
    private static final long PATIENCE_SECONDS = 60;

    private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();

    /** Starts an instance; gives its result once it has ended. */
    String afterStart(String number, Runnable start) throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        waiting.put(number, result);
        try {
            start.run();
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            waiting.remove(number);
        }
    }

    /** Is told the end of an instance, after its commit. */
    void ended(String number, String result) {
        CompletableFuture<String> caller = waiting.get(number);
        if (caller != null) {
            caller.complete(result);
        }
    }
}
