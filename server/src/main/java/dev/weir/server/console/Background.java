package dev.weir.server.console;

import dev.weir.server.admin.AdminException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that may take long and goes on when nobody waits for it any more: a page shows how far it is. What is refused is so at
 * once, and what is short has ended by then, so that most people need no second look.
 */
final class Background {
    private static final long PATIENCE_MS = 1_500;

    private Background() {}

    /**
     * Begins it, and waits a moment.
     *
     * @param name of its thread
     * @return null where it goes on
     * @throws AdminException if it was refused meanwhile
     */
    static <T> @Nullable T begin(String name, Supplier<T> work) {
        CompletableFuture<T> running = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        running.complete(work.get());
                    } catch (RuntimeException | Error e) {
                        running.completeExceptionally(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        try {
            return running.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AdminException refused) {
                throw refused;
            }
            throw new CompletionException(e.getCause());
        }
    }
}
