package dev.weir.soap.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body that the handler sends piece by piece as there is something to say, over hours, such as server-sent events
 * (text/event-stream, WHATWG HTML, section 9.2). No thread waits for it. A handler gives it as the source of its
 * {@linkplain HttpReply#of(int, String, BodySource) reply}:
 *
 * <ol>
 *   <li>{@link #begin} is called when the reply's head has been sent, at most once;
 *   <li>{@link #close} is called exactly once, in every case, and after {@code begin} has returned where that was called: when the
 *       handler has closed the {@link Push}, the peer has gone or reads too slowly, the handler has been unmounted, the server
 *       drains or closes, {@code begin} has failed; also where the reply is not sent at all. From then on {@link Push#send}
 *       returns false.
 * </ol>
 *
 * Both are called on an event loop and must not block.
 *
 * <p>Only a {@link HttpServer} can push, to peers of HTTP/1.1 (chunked), of HTTP/2, and of HTTP/1.0 (to the end of the connection).
 * A request by HEAD gets the head, and the body is closed without having begun. A pushed reply takes no place among the requests in
 * flight and none of their memory, but one of {@link HttpServerLimits#maxPushed}; where there is none, and when the server
 * drains, the answer is 503. Such a reply counts as answered for the server's {@link HttpObserver} when it begins; the server's
 * {@link RequestLog} has it when it ends, with its own status whoever ended it.
 *
 * <p><b>Silence.</b> The server ends no reply because nothing is pushed. But a peer that has vanished without closing its
 * connection is noticed only when something sent to it stays unread for as long as {@link HttpServerLimits.Timeouts#write()}
 * allows, or TCP gives up; and proxies between cut off what is silent for a minute or so. So a handler should send something
 * its peer ignores (of text/event-stream a line with a colon) every 15 seconds or so. Of proxies that collect bodies it may ask by
 * its reply's fields that they do not: {@code Cache-Control: no-store}, {@code X-Accel-Buffering: no}.
 */
public interface PushedBody extends BodySource {
    /**
     * The head is sent: pieces may be pushed from now on. A throw cuts the reply off, and is logged.
     *
     * @param push for as long as the reply is open
     */
    void begin(Push push);

    /** Nobody knows it. */
    @Override
    default long length() {
        return -1;
    }

    /** @throws IOException always: there is nothing to read */
    @Override
    default InputStream open() throws IOException {
        throw new IOException("a body that is pushed can only be sent by an HTTP server");
    }

    @Override
    default PushedBody releasing(Runnable further) {
        return new ReleasingPush(this, further);
    }
}
