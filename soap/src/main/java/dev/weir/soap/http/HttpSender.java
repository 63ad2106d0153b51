package dev.weir.soap.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
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
}
