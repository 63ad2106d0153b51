package dev.weir.soap.step;

import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpReply;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The way of replies and faults to addresses that requests name. Thread-safe. */
public interface ReplyRoute {
    /** Why nothing is sent to an address; null where it is, or where only its name's addresses decide. */
    @Nullable String refusal(URI address);

    /**
     * Runs what is left of an exchange whose requester has been answered already.
     *
     * @throws java.util.concurrent.RejectedExecutionException where there is too much to do
     */
    void later(Runnable rest);

    /** Sends a message; any HTTP status is an answer. */
    CompletionStage<HttpReply> send(HttpCall message);
}
