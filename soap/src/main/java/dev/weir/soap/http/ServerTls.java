package dev.weir.soap.http;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsMaterial;
import io.netty.channel.Channel;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * How a server speaks TLS: versions 1.2 and 1.3, with forward secrecy and authenticated ciphers only. All of them
 * are such that HTTP/2 may be spoken within (RFC 9113, appendix A).
 *
 * @param material with a key; null where a context is given
 * @param given a context of the program's, which has the key and judges clients' certificates; null where there is material.
 *     Of the versions and ciphers above those are spoken that it enables for servers
 */
public record ServerTls(
        @Nullable TlsMaterial material, @Nullable SSLContext given, ClientCertificates clients) {
    static final Set<String> VERSIONS = Set.of("TLSv1.3", "TLSv1.2");
    static final List<String> CIPHERS = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    private static final int HANDSHAKE_SECONDS = 10;

    public ServerTls {
        if ((material == null) == (given == null)) {
            throw new IllegalArgumentException("a server has either key material or a context");
        }
        if (material != null) {
            Objects.requireNonNull(material.keys(), "a server needs a key");
            if (clients != ClientCertificates.NONE) {
                Objects.requireNonNull(material.trust(), "clients' certificates are judged by a list of authorities");
            }
        }
    }

    /** With what was read. */
    public ServerTls(TlsMaterial material, ClientCertificates clients) {
        this(material, null, clients);
    }

    /** With a context of the program's. */
    public ServerTls(SSLContext given, ClientCertificates clients) {
        this(null, given, clients);
    }

    /** The server's own certificate; null where it is a context's, which may have several. */
    public @Nullable X509Certificate certificate() {
        return material == null ? null : material.certificate();
    }

    /** @throws SSLException where a context is given by which no connection could be accepted */
    void check() throws SSLException {
        if (given != null) {
            ServerTlsEngine.check(given);
        }
    }

    /**
     * Those of {@link #options}, for a server that is about to be opened.
     *
     * @param agreed is told of each connection for which HTTP/2 has been agreed; null where only HTTP/1.1 is offered
     */
    void applyTo(HttpServerOptions server, ServerHandshakes handshakes, @Nullable Consumer<Channel> agreed) {
        ServerSSLOptions options = options();
        server.setSsl(true)
                .setUseAlpn(agreed != null)
                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1, HttpVersion.HTTP_1_0))
                .setClientAuth(options.getClientAuth())
                .setSslHandshakeTimeout(options.getSslHandshakeTimeout())
                .setSslHandshakeTimeoutUnit(options.getSslHandshakeTimeoutUnit())
                .setKeyCertOptions(options.getKeyCertOptions())
                .setTrustOptions(options.getTrustOptions())
                .setSslEngineOptions(new ServerTlsEngine(given, handshakes, agreed))
                .setEnabledSecureTransportProtocols(options.getEnabledSecureTransportProtocols());
        options.getEnabledCipherSuites().forEach(server::addEnabledCipherSuite);
    }

    /** Those of a context's versions that are spoken, by servers and by clients. */
    static String[] versions(String[] enabled) throws SSLException {
        String[] spoken = Arrays.stream(enabled).filter(VERSIONS::contains).toArray(String[]::new);
        if (spoken.length == 0) {
            throw new SSLException("the SSLContext speaks neither TLS 1.2 nor 1.3, but " + String.join(", ", enabled));
        }
        return spoken;
    }

    ServerSSLOptions options() {
        ServerSSLOptions options = new ServerSSLOptions()
                .setKeyCertOptions(KeyCertOptions.wrap(material == null ? noKeys() : keys(material)))
                .setClientAuth(
                        switch (clients) {
                            case NONE -> ClientAuth.NONE;
                            case WANTED -> ClientAuth.REQUEST;
                            case REQUIRED -> ClientAuth.REQUIRED;
                        })
                .setEnabledSecureTransportProtocols(new LinkedHashSet<>(VERSIONS))
                .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
        CIPHERS.forEach(options::addEnabledCipherSuite);
        TrustManagerFactory trust = material == null ? null : material.trust();
        if (trust != null && clients != ClientCertificates.NONE) {
            options.setTrustOptions(TrustOptions.wrap(trust));
        }
        return options;
    }

    private static KeyManagerFactory keys(TlsMaterial material) {
        return Objects.requireNonNull(material.keys());
    }

    /** Vert.x wants keys of every server, also where an engine has its own. */
    private static KeyManagerFactory noKeys() {
        try {
            KeyManagerFactory none = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            none.init(null, null);
            return none;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
