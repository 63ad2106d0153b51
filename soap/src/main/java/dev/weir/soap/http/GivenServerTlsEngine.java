package dev.weir.soap.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
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

    private final class Factory implements SslContextFactory {
        private ClientAuth clients = ClientAuth.NONE;

        @Override
        public SslContextFactory forServer(ClientAuth asked) {
            clients = asked;
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            SSLEngine usual = context.createSSLEngine();
            usual.setUseClientMode(false);
            List<String> enabled = List.of(usual.getEnabledProtocols());
            List<String> protocols =
                    enabled.stream().filter(ServerTls.VERSIONS::contains).toList();
            if (protocols.isEmpty()) {
                throw new SSLException(
                        "the SSLContext speaks neither TLS 1.2 nor 1.3, but " + String.join(", ", enabled));
            }
            List<String> known = List.of(usual.getEnabledCipherSuites());
            List<String> ciphers =
                    ServerTls.CIPHERS.stream().filter(known::contains).toList();
            if (ciphers.isEmpty()) {
                throw new SSLException("the SSLContext has none of the ciphers that a server speaks: "
                        + String.join(", ", ServerTls.CIPHERS));
            }
            return new JdkSslContext(
                    context,
                    false,
                    ciphers,
                    IdentityCipherSuiteFilter.INSTANCE,
                    ApplicationProtocolConfig.DISABLED,
                    clients,
                    protocols.toArray(String[]::new),
                    false);
        }
    }
}
