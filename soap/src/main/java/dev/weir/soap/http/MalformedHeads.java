package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Resets the stream of a request whose head Vert.x cannot make sense of, such as one whose method is no token (RFC 9113,
 * section 8.1.1). Vert.x throws at it, which ended the connection without a word, and with it the streams of others whose
 * proxy shares it.
 */
final class MalformedHeads extends Http2FrameListenerDecorator {
    private MalformedHeads(Http2FrameListener next) {
        super(next);
    }

    /** @param channel on which HTTP/2 has begun */
    static void endTheirStreams(Channel channel) {
        Http2ConnectionDecoder decoder =
                channel.pipeline().get(Http2ConnectionHandler.class).decoder();
        decoder.frameListener(new MalformedHeads(decoder.frameListener()));
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int stream, Http2Headers head, int padding, boolean endOfStream)
            throws Http2Exception {
        try {
            super.onHeadersRead(context, stream, head, padding, endOfStream);
        } catch (IllegalArgumentException malformed) {
            throw refused(stream, malformed);
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int stream,
            Http2Headers head,
            int dependsOn,
            short weight,
            boolean exclusive,
            int padding,
            boolean endOfStream)
            throws Http2Exception {
        try {
            super.onHeadersRead(context, stream, head, dependsOn, weight, exclusive, padding, endOfStream);
        } catch (IllegalArgumentException malformed) {
            throw refused(stream, malformed);
        }
    }

    private static Http2Exception refused(int stream, IllegalArgumentException malformed) {
        return Http2Exception.streamError(
                stream, Http2Error.PROTOCOL_ERROR, malformed, "the head cannot be read: %s", malformed.getMessage());
    }
}
