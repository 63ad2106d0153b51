package dev.weir.soap.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/** The TLS of one connection that a server has accepted: one handshake, which has a place among those under way, and no other. */
final class ServerTlsHandler extends SslHandler {
    private final ServerHandshakes handshakes;

    ServerTlsHandler(SSLEngine engine, Executor tasks, ServerHandshakes handshakes) {
        super(engine, false, tasks);
        this.handshakes = handshakes;
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
            } else {
                handshakes.failed(client, done.cause());
            }
        });
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
