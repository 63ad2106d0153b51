package dev.weir.soap.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends requests: over connections ({@link HttpClient}), or within the JVM ({@link LocalSender}). Thread-safe. */
public interface HttpSender {
    /**
     * Sends a POST.
     *
     * @param body must not be changed afterwards
     * @param timeout for all of it, from waiting for a connection to the last byte of the reply
     * @return any reply with an HTTP status, whatever it is; a stage that fails with {@link HttpException} where there is
     *     none. Completed on a worker thread.
     */
    CompletionStage<HttpReply> post(URI address, Map<String, String> headers, byte[] body, Duration timeout);

    /**
     * As {@link #post}, with bodies that need not be in memory. A reply may have a {@link HttpReply#source}, which the caller
     * closes.
     */
    default CompletionStage<HttpReply> send(HttpCall call) {
        BodySource source = call.source();
        if (source == null) {
            return post(call.address(), call.headers(), call.body(), call.timeout());
        }
        try (source;
                InputStream in = source.open()) {
            return post(call.address(), call.headers(), in.readAllBytes(), call.timeout());
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
