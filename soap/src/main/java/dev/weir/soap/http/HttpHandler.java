package dev.weir.soap.http;

import java.util.concurrent.CompletionStage;

/** Answers the requests below one path. Called from worker threads, several at a time; may block. */
@FunctionalInterface
public interface HttpHandler {
    /** A stage that fails, or a throw, is logged and answered with status 500 and no details. */
    CompletionStage<HttpReply> handle(HttpRequest request);

    /**
     * An estimate of what handling a request takes of the heap, in bytes, its body included. The server takes no more
     * requests at once than fit its limit. Called on an event loop: must not block.
     *
     * @param bodyBytes the length of the request's body
     */
    default long memory(long bodyBytes) {
        return bodyBytes;
    }

    /**
     * Words the answer to a request that the server turns away before it is whole: 408, 413, 503. Called on an event
     * loop: must not block.
     *
     * @param request what is known so far; its body is empty
     * @param reason one sentence, fit for the peer
     */
    default HttpReply refuse(HttpRequest request, int status, String reason) {
        return HttpReply.text(status, reason + "\n");
    }
}
