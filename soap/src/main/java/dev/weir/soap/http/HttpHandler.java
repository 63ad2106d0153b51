package dev.weir.soap.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Answers the requests below one path. Called from worker threads, several at a time; may block where nothing else is said. */
@FunctionalInterface
public interface HttpHandler {
    /** A stage that fails, or a throw, is logged and answered with status 500 and no details. */
    CompletionStage<HttpReply> handle(HttpRequest request);

    /**
     * Offers to handle a request on the event loop, which saves it the way to a worker and back. There nothing may wait, and
     * nothing may take longer than it does to read and write messages of some ten thousand bytes: all connections of the
     * loop stand still meanwhile.
     *
     * @param workers for what of it may wait
     * @return null to have all of it handled by {@link #handle(HttpRequest)} on a worker
     */
    default @Nullable CompletionStage<HttpReply> handleOnLoop(HttpRequest request, Executor workers) {
        return null;
    }

    /**
     * True where handling a request that is whole in memory computes, and does not wait for others. Of the large ones among such
     * requests one fewer are handled at a time than there are processors, at least one; they take turns by path. Called on an
     * event loop: must not block.
     */
    default boolean onlyComputes() {
        return false;
    }

    /**
     * An estimate of what handling a request takes of the heap, in bytes, its body included. The server takes no more
     * requests at once than fit its limit. A handler that learns more takes and gives by {@link HttpRequest#memory()}.
     * Called on an event loop: must not block.
     *
     * @param bodyBytes the length of the request's body
     */
    default long memory(long bodyBytes) {
        return bodyBytes;
    }

    /** As {@link #memory(long)}, once the request is there as a whole. */
    default long memory(HttpRequest request) {
        return memory(request.body().length);
    }

    /**
     * True where {@link #refuseHead} looks at requests before their bodies are read. Called on an event loop: must not block.
     */
    default boolean looksAtHeads() {
        return false;
    }

    /**
     * Looks at a request whose body, if it has one, has not been read and is not read meanwhile: what nobody may send is
     * refused before it takes memory and time. Requests that are known to have no body do not come here. Called on a worker;
     * may block.
     *
     * @param head the request so far; its body is empty
     * @param length of the body; -1 where it is not known
     * @return the answer, with which the connection ends; null to have the body read, and the request handled
     */
    default @Nullable HttpReply refuseHead(HttpRequest head, long length) {
        return null;
    }

    /**
     * Offers to take a body as it arrives, because it is longer than 256 KiB, or no length is given and so much has come. Called on
     * an event loop: must not block.
     *
     * @param head the request so far; its body is empty
     * @param length of the body; -1 where it is not known
     * @return null to have the body collected in memory, within the server's limits
     * @throws BodyRefusedException where the body is not wanted
     */
    default @Nullable BodySink sink(HttpRequest head, long length) {
        return null;
    }

    /**
     * Answers a request whose body went to a sink of {@link #sink}, as {@link #handle(HttpRequest)} does.
     *
     * @param request its body is empty
     * @param body the handler's own; whatever it keeps is the handler's to release from now on
     */
    default CompletionStage<HttpReply> handle(HttpRequest request, BodySink body) {
        throw new IllegalStateException("a handler that takes bodies as they arrive must handle them");
    }

    /**
     * True if its requests are taken when all places for requests are: because it answers at once, and what asks it must
     * be answered then, too.
     */
    default boolean isReserved() {
        return false;
    }

    /**
     * Words the answer to a request that the server turns away before it is whole: 408, 413, 414, 503. Called on an event
     * loop: must not block.
     *
     * @param request what is known so far; its body is empty
     * @param reason one sentence, fit for the peer
     */
    default HttpReply refuse(HttpRequest request, int status, String reason) {
        return HttpReply.text(status, reason + "\n");
    }
}
