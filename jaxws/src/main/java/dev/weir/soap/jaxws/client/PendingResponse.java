package dev.weir.soap.jaxws.client;

import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The answer of an asynchronous call, once it is there. Thread-safe. */
final class PendingResponse<T extends @Nullable Object> implements Response<T> {
    private static final System.Logger LOG = System.getLogger(PendingResponse.class.getName());

    private final CompletableFuture<T> result = new CompletableFuture<>();
    private volatile Map<String, Object> context = Map.of();

    /** Makes a value of an answer. */
    interface Conversion<T extends @Nullable Object> {
        T convert(ReceivedEnvelope received) throws Exception;
    }

    /** @param handler called on the executor; null for none */
    static <T extends @Nullable Object> PendingResponse<T> of(
            CompletionStage<ReceivedEnvelope> answer,
            Conversion<T> conversion,
            @Nullable AsyncHandler<T> handler,
            Executor executor) {
        PendingResponse<T> response = new PendingResponse<>();
        answer.whenCompleteAsync(
                        (received, failed) -> {
                            response.settle(received, failed, conversion);
                            if (handler != null && !response.isCancelled()) {
                                call(handler, response);
                            }
                        },
                        executor)
                .whenComplete((received, failed) -> {
                    if (failed != null) {
                        response.result.completeExceptionally(cause(failed)); // where the executor has refused the work
                    }
                });
        return response;
    }

    private static <T extends @Nullable Object> void call(AsyncHandler<T> handler, PendingResponse<T> response) {
        try {
            handler.handleResponse(response);
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "the handler of an asynchronous answer has failed", failure);
        }
    }

    private static Throwable cause(Throwable failed) {
        return failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
    }

    private void settle(@Nullable ReceivedEnvelope received, @Nullable Throwable failed, Conversion<T> conversion) {
        if (received == null) {
            result.completeExceptionally(failed == null ? new IllegalStateException("no answer") : cause(failed));
            return;
        }
        T value;
        try {
            value = conversion.convert(received);
        } catch (Exception fault) {
            context = received.context();
            result.completeExceptionally(fault);
            return;
        }
        context = received.context(); // complete by now
        result.complete(value);
    }

    @Override
    public Map<String, Object> getContext() {
        return context;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        return result.cancel(mayInterrupt);
    }

    @Override
    public boolean isCancelled() {
        return result.isCancelled();
    }

    @Override
    public boolean isDone() {
        return result.isDone();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        return result.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return result.get(timeout, unit);
    }
}
