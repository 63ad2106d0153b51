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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When requests have begun to come on the connections that servers have accepted: Vert.x says so only once a request's head is there
 * as a whole, and a peer that has just begun to send it has not been silent since its last one. Thread-safe.
 */
final class Arrivals {
    private final Map<Ends, Arrival> open = new ConcurrentHashMap<>();

    private record Ends(InetSocketAddress peer, InetSocketAddress own) {}

    /** What has come on one connection. */
    static final class Arrival extends ChannelInboundHandlerAdapter {
        private volatile LongSupplier nanoTime = System::nanoTime;
        private volatile boolean begun;
        private volatile long begunAt;
        private volatile @Nullable Channel channel;
        /** By {@link #pause}. For the event loop. */
        private boolean paused;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channel = context.channel();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
            if (!begun) {
                begunAt = nanoTime.getAsLong();
                begun = true;
            }
            super.channelRead(context, bytes);
        }

        /**
         * When the first byte has come since {@link #used}.
         *
         * @param otherwise where none has
         */
        long begunAt(long otherwise) {
            return begun ? begunAt : otherwise;
        }

        /** Has nothing more read of the connection, until {@link #resume}; both for its event loop. */
        void pause() {
            Channel read = channel;
            if (read != null && read.config().isAutoRead()) {
                read.config().setAutoRead(false);
                paused = true;
            }
        }

        /** Ends a pause; where Vert.x has paused for reasons of its own nothing is done. */
        void resume() {
            Channel read = channel;
            if (read != null && paused) {
                paused = false;
                read.config().setAutoRead(true);
            }
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

    /**
     * What comes on a connection from now on; on one that has ended nothing does. (What has come until now is the handshake.)
     *
     * @param nanoTime the clock by which it says when
     */
    Arrival of(HttpConnection connection, LongSupplier nanoTime) {
        Arrival found = open.get(new Ends(
                ServerConnection.address(connection.remoteAddress()),
                ServerConnection.address(connection.localAddress())));
        Arrival arrival = found == null ? new Arrival() : found;
        arrival.nanoTime = nanoTime;
        arrival.used();
        return arrival;
    }
}
