package dev.weir.soap.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Has Vert.x make its connections by a context that exists, in place of one from keys and certificates. */
final class GivenTlsEngine extends SSLEngineOptions {
    private final ClientTls tls;

    GivenTlsEngine(ClientTls tls) {
        this.tls = tls;
    }

    private GivenTlsEngine(GivenTlsEngine other) {
        super(other);
        this.tls = other.tls;
    }

    @Override
    public GivenTlsEngine copy() {
        return new GivenTlsEngine(this);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory();
    }

    private final class Factory implements SslContextFactory {
        private @Nullable SNIServerName serverName;
        private String identification = "";

        @Override
        public SslContextFactory forClient(@Nullable SNIServerName name, @Nullable String algorithm) {
            serverName = name;
            identification = algorithm == null ? "" : algorithm;
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            SSLContext context;
            try {
                context = tls.context();
            } catch (NoSuchAlgorithmException e) {
                throw new SSLException(e);
            }
            SSLParameters usual = context.getDefaultSSLParameters();
            SslContext engines = new JdkSslContext(
                    context,
                    true,
                    List.of(usual.getCipherSuites()),
                    IdentityCipherSuiteFilter.INSTANCE,
                    ApplicationProtocolConfig.DISABLED,
                    ClientAuth.NONE,
                    ServerTls.versions(usual.getProtocols()),
                    false);
            return new DelegatingSslContext(engines) {
                @Override
                protected void initEngine(SSLEngine engine) {
                    SSLParameters parameters = engine.getSSLParameters();
                    parameters.setEndpointIdentificationAlgorithm(identification);
                    if (serverName != null) {
                        parameters.setServerNames(List.of(serverName));
                    }
                    engine.setSSLParameters(parameters);
                }
            };
        }
    }
}
