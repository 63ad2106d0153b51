package dev.weir.soap.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Has Vert.x accept connections whose handshakes are counted and explained ({@link ServerHandshakes}), by a context that exists
 * or by one from keys and certificates.
 */
final class ServerTlsEngine extends SSLEngineOptions {
    private final @Nullable SSLContext given;
    private final ServerHandshakes handshakes;
    private final @Nullable Consumer<Channel> agreed;

    /**
     * @param given null for one from the keys and authorities that Vert.x has
     * @param agreed is told of each connection for which HTTP/2 has been agreed, before anything else hears of it; null where it
     *     is not offered
     */
    ServerTlsEngine(@Nullable SSLContext given, ServerHandshakes handshakes, @Nullable Consumer<Channel> agreed) {
        this.given = given;
        this.handshakes = handshakes;
        this.agreed = agreed;
    }

    private ServerTlsEngine(ServerTlsEngine other) {
        super(other);
        this.given = other.given;
        this.handshakes = other.handshakes;
        this.agreed = other.agreed;
    }

    @Override
    public ServerTlsEngine copy() {
        return new ServerTlsEngine(this);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory();
    }

    /**
     * Refuses a context by which no connection could be accepted: Vert.x would find that out at each connection. One without
     * a key, such as a client's, does not say so; but a server of it fails at its first answer, so one hears a client's first words.
     *
     * @throws SSLException says what the context is lacking
     */
    static void check(SSLContext given) throws SSLException {
        SSLEngine server = server(given);
        String[] protocols = protocols(server);
        server.setEnabledProtocols(protocols);
        server.setEnabledCipherSuites(ciphers(server).toArray(String[]::new));
        SSLEngine client = anyClient();
        client.setEnabledProtocols(protocols);
        ByteBuffer nothing = ByteBuffer.allocate(0);
        ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(nothing, hello);
        hello.flip();
        try {
            server.unwrap(hello, ByteBuffer.allocate(server.getSession().getApplicationBufferSize()));
            for (Runnable task = server.getDelegatedTask(); task != null; task = server.getDelegatedTask()) {
                task.run();
            }
            server.wrap(nothing, ByteBuffer.allocate(server.getSession().getPacketBufferSize()));
        } catch (SSLException e) {
            throw new SSLException(
                    "the SSLContext shows clients no certificate; it must have a key that they can use ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    private static SSLEngine server(SSLContext context) {
        SSLEngine server = context.createSSLEngine();
        server.setUseClientMode(false);
        return server;
    }

    private static SSLEngine anyClient() throws SSLException {
        try {
            SSLContext any = SSLContext.getInstance("TLS");
            any.init(null, null, null);
            SSLEngine client = any.createSSLEngine();
            client.setUseClientMode(true);
            return client;
        } catch (GeneralSecurityException e) {
            throw new SSLException(e);
        }
    }

    private static String[] protocols(SSLEngine server) throws SSLException {
        return ServerTls.versions(server.getEnabledProtocols());
    }

    private static List<String> ciphers(SSLEngine server) throws SSLException {
        List<String> enabled = List.of(server.getEnabledCipherSuites());
        List<String> ciphers =
                ServerTls.CIPHERS.stream().filter(enabled::contains).toList();
        if (ciphers.isEmpty()) {
            throw new SSLException("the SSLContext has none of the ciphers that a server speaks: "
                    + String.join(", ", ServerTls.CIPHERS));
        }
        return ciphers;
    }

    private final class Factory implements SslContextFactory {
        private ClientAuth clients = ClientAuth.NONE;
        private @Nullable KeyManagerFactory keys;
        private @Nullable TrustManagerFactory trust;
        private boolean alpn;
        private List<String> protocols = List.of();

        @Override
        public SslContextFactory forServer(ClientAuth asked) {
            clients = asked;
            return this;
        }

        @Override
        public SslContextFactory keyMananagerFactory(@Nullable KeyManagerFactory given) {
            keys = given;
            return this;
        }

        @Override
        public SslContextFactory trustManagerFactory(@Nullable TrustManagerFactory given) {
            trust = given;
            return this;
        }

        @Override
        public SslContextFactory useAlpn(boolean used) {
            alpn = used;
            return this;
        }

        @Override
        public SslContextFactory applicationProtocols(@Nullable List<String> offered) {
            protocols = offered == null ? List.of() : offered;
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            SSLContext context = given == null ? made() : given;
            SSLEngine usual = server(context);
            return new JdkSslContext(
                    context,
                    false,
                    ciphers(usual),
                    IdentityCipherSuiteFilter.INSTANCE,
                    negotiation(),
                    clients,
                    protocols(usual),
                    false) {
                @Override
                protected SslHandler newHandler(
                        ByteBufAllocator memory, String peer, int port, boolean startTls, Executor tasks) {
                    return new ServerTlsHandler(newEngine(memory, peer, port), tasks, handshakes, agreed);
                }
            };
        }

        private SSLContext made() throws SSLException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(
                        keys == null ? null : keys.getKeyManagers(),
                        trust == null ? null : trust.getTrustManagers(),
                        null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new SSLException(e);
            }
        }

        /** Who offers nothing that the server speaks gets no answer about it, and HTTP/1.1. */
        private ApplicationProtocolConfig negotiation() {
            return alpn && !protocols.isEmpty()
                    ? new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            protocols)
                    : ApplicationProtocolConfig.DISABLED;
        }
    }
}
