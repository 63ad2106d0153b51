package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * How much the peer of a connection of HTTP/2 lets us send on each stream (RFC 9113, section 5.2). For the connection's event
 * loop only.
 *
 * <p>Netty keeps what is written beyond a stream's window, and counts it as if it had been sent: the streams of a peer that
 * leaves one of them unread would all stand still, though their own windows are open. So nothing must be written beyond it.
 *
 * <p>Nor may the channel ever be full. Vert.x keeps for each stream whether it can be written to, and turns that round whenever
 * Netty tells of a change; where a stream begins while the channel is full and Netty has not told yet, it is the wrong way round
 * for ever, and the stream stands still.
 */
final class StreamWindows {
    /** Each stream has one slice of its answer in there at most. */
    private static final WriteBufferWaterMark NEVER_FULL =
            new WriteBufferWaterMark(Integer.MAX_VALUE - 1, Integer.MAX_VALUE);

    private final Http2ConnectionHandler http2;

    private StreamWindows(Http2ConnectionHandler http2) {
        this.http2 = http2;
    }

    /** @param channel on which HTTP/2 has begun */
    static StreamWindows of(Channel channel) {
        channel.config().setWriteBufferWaterMark(NEVER_FULL);
        return new StreamWindows(channel.pipeline().get(Http2ConnectionHandler.class));
    }

    /** True where something written to this stream is sent now, not kept until its window or the connection opens. */
    boolean isOpen(int stream) {
        Http2Stream known = http2.connection().stream(stream);
        return known != null && windows().isWritable(known);
    }

    /** In bytes, negative where the peer has made it smaller than what it has got; 0 where the stream has ended. */
    int size(int stream) {
        Http2Stream known = http2.connection().stream(stream);
        return known == null ? 0 : windows().windowSize(known);
    }

    private Http2RemoteFlowController windows() {
        return http2.encoder().flowController();
    }
}
