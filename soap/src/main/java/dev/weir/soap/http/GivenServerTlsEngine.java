package dev.weir.soap.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Has Vert.x accept connections by a context that exists, in place of one from keys and certificates. */
final class GivenServerTlsEngine extends SSLEngineOptions {
    private final SSLContext context;

    GivenServerTlsEngine(SSLContext context) {
        this.context = context;
    }

    private GivenServerTlsEngine(GivenServerTlsEngine other) {
        super(other);
        this.context = other.context;
    }

    @Override
    public GivenServerTlsEngine copy() {
        return new GivenServerTlsEngine(this);
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
    void check() throws SSLException {
        SSLEngine server = server();
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

    private SSLEngine server() {
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

        @Override
        public SslContextFactory forServer(ClientAuth asked) {
            clients = asked;
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            SSLEngine usual = server();
            return new JdkSslContext(
                    context,
                    false,
                    ciphers(usual),
                    IdentityCipherSuiteFilter.INSTANCE,
                    ApplicationProtocolConfig.DISABLED,
                    clients,
                    protocols(usual),
                    false);
        }
    }
}
