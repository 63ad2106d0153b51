package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.http.HttpConnection;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether bytes have come on the connections that servers have accepted: Vert.x says so only once a request's head is there as a
 * whole, and one that has begun to send it is not idle. Thread-safe.
 */
final class Arrivals {
    private final Map<Ends, Arrival> open = new ConcurrentHashMap<>();

    private record Ends(InetSocketAddress peer, InetSocketAddress own) {}

    /** What has come on one connection. */
    static final class Arrival extends ChannelInboundHandlerAdapter {
        private volatile boolean begun;

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
            begun = true;
            super.channelRead(context, bytes);
        }

        /** True where something has come since {@link #used}. */
        boolean isBegun() {
            return begun;
        }

        /** All that has come until now is made use of. */
        void used() {
            begun = false;
        }
    }

    /** Listens by the JDK's sockets, and has the bytes of each connection looked at from the first one on. */
    NioServerSocketChannel newListener() {
        return new NioServerSocketChannel() {
            @Override
            protected int doReadMessages(List<Object> accepted) throws Exception {
                int before = accepted.size();
                int count = super.doReadMessages(accepted);
                accepted.subList(before, accepted.size()).forEach(channel -> watch((SocketChannel) channel));
                return count;
            }
        };
    }

    private void watch(SocketChannel channel) {
        InetSocketAddress peer = channel.remoteAddress();
        InetSocketAddress own = channel.localAddress();
        if (peer == null || own == null) {
            return; // it has ended already
        }
        Ends ends = new Ends(peer, own);
        Arrival arrival = new Arrival();
        open.put(ends, arrival);
        ((Channel) channel).closeFuture().addListener(closed -> open.remove(ends, arrival));
        channel.pipeline().addFirst(arrival);
    }

    /** What has come on a connection; on one that has ended nothing. */
    Arrival of(HttpConnection connection) {
        Arrival found = open.get(new Ends(
                ServerConnection.address(connection.remoteAddress()),
                ServerConnection.address(connection.localAddress())));
        return found == null ? new Arrival() : found;
    }
}
