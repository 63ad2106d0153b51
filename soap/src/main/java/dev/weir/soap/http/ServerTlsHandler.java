package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** The TLS of one connection that a server has accepted: one handshake, which has a place among those under way, and no other. */
final class ServerTlsHandler extends SslHandler {
    private final ServerHandshakes handshakes;
    private final @Nullable Consumer<Channel> agreed;

    /**
     * @param agreed is told where HTTP/2 has been agreed: Vert.x itself does so only when the peer has sent its settings, and would
     *     wait for those for ever; null where it is not offered
     */
    ServerTlsHandler(
            SSLEngine engine, Executor tasks, ServerHandshakes handshakes, @Nullable Consumer<Channel> agreed) {
        super(engine, false, tasks);
        this.handshakes = handshakes;
        this.agreed = agreed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) throws Exception {
        super.handlerAdded(context);
        InetSocketAddress peer = (InetSocketAddress) context.channel().remoteAddress();
        String client = peer == null ? "" : peer.getAddress().getHostAddress();
        if (!handshakes.begin(client)) {
            var unused = context.close();
            return;
        }
        var unused = handshakeFuture().addListener(done -> {
            handshakes.end(client);
            if (done.isSuccess()) {
                refuseAnother();
                if (agreed != null && "h2".equals(applicationProtocol())) {
                    joinFlushes(context);
                    agreed.accept(context.channel());
                }
            } else {
                handshakes.failed(client, done.cause());
            }
        });
    }

    /** The answers of several streams that come from workers at once go in one record, and one write to the socket. */
    private static void joinFlushes(ChannelHandlerContext context) {
        context.pipeline()
                .addAfter(
                        context.name(),
                        null,
                        new FlushConsolidationHandler(
                                FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true));
    }

    /**
     * A client of TLS 1.2 may ask for further handshakes by the same connection, each of which costs the server more than the
     * client. An engine that makes no other session refuses them. TLS 1.3 has none.
     */
    private void refuseAnother() {
        if (engine().getSession().getProtocol().equals("TLSv1.2")) {
            engine().setEnableSessionCreation(false);
        }
    }
}
