package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's channels, on event loops that outlive an OutOfMemoryError. Netty's loops end by any Error that comes out of their
 * handler of input and output, and whoever connects to one of them afterwards is never answered; what was too large is garbage by
 * then.
 */
final class EnduringTransport implements Transport, io.vertx.core.transport.Transport {
    private static final System.Logger LOG = System.getLogger(EnduringTransport.class.getName());

    private final Arrivals arrivals;

    private final Transport nio = io.vertx.core.transport.Transport.NIO.implementation();

    /** @param arrivals is to know what comes on connections that are accepted */
    EnduringTransport(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    /** Handlers as others make them, which outlive an OutOfMemoryError. */
    static IoHandlerFactory enduring(IoHandlerFactory handlers) {
        return executor -> new EnduringHandler(handlers.newHandler(executor));
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return enduring(nio.ioHandlerFactory());
    }

    private record EnduringHandler(IoHandler handler) implements IoHandler {
        @Override
        public int run(IoHandlerContext context) {
            try {
                return handler.run(context);
            } catch (OutOfMemoryError e) {
                report(e);
                return 0;
            }
        }

        private static void report(OutOfMemoryError error) {
            try {
                LOG.log(System.Logger.Level.ERROR, "an event loop had too little memory, and goes on", error);
            } catch (OutOfMemoryError again) {
                // There is too little to say so, too.
            }
        }

        @Override
        public void initialize() {
            handler.initialize();
        }

        @Override
        public void prepareToDestroy() {
            handler.prepareToDestroy();
        }

        @Override
        public void destroy() {
            handler.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return handler.register(handle);
        }

        @Override
        public void wakeup() {
            handler.wakeup();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return handler.isCompatible(type);
        }
    }

    @Override
    public String name() {
        return io.vertx.core.transport.Transport.NIO.name();
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public Transport implementation() {
        return this;
    }

    @Override
    public boolean supportsDomainSockets() {
        return nio.supportsDomainSockets();
    }

    @Override
    public java.net.SocketAddress convert(SocketAddress address) {
        return nio.convert(address);
    }

    @Override
    public SocketAddress convert(java.net.SocketAddress address) {
        return nio.convert(address);
    }

    @Override
    @SuppressWarnings("deprecation")
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return nio.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return nio.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return nio.channelFactory(domainSocket);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return domainSocket ? nio.serverChannelFactory(true) : arrivals::newListener;
    }
}
