package dev.weir.soap.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts whom another manager trusts, and says of the others why not: {@link CertificateProblem}. */
public final class ExplainedTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager judge;

    private ExplainedTrust(X509ExtendedTrustManager judge) {
        this.judge = judge;
    }

    private static final TrustManagerFactory OF_JVM = factory(null);

    /** Has the authorities of the JVM, which are read when they are first needed, once for all. */
    public static TrustManagerFactory ofJvm() {
        return OF_JVM;
    }

    /** Has the authorities of a key store. */
    static TrustManagerFactory of(KeyStore authorities) {
        return factory(authorities);
    }

    private static TrustManagerFactory factory(@Nullable KeyStore authorities) {
        return new TrustManagerFactory(new Factory(authorities), null, "explained") {};
    }

    private static final class Factory extends TrustManagerFactorySpi {
        private final @Nullable KeyStore authorities;
        private TrustManager @Nullable [] managers;

        Factory(@Nullable KeyStore authorities) {
            this.authorities = authorities;
        }

        @Override
        protected void engineInit(@Nullable KeyStore others) {
            throw new UnsupportedOperationException("it has its authorities");
        }

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) {
            throw new UnsupportedOperationException("it has its authorities");
        }

        @Override
        protected synchronized TrustManager[] engineGetTrustManagers() {
            TrustManager[] made = managers;
            if (made == null) {
                made = explained(authorities);
                managers = made;
            }
            return made.clone();
        }
    }

    private static TrustManager[] explained(@Nullable KeyStore authorities) {
        try {
            TrustManagerFactory usual = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            usual.init(authorities);
            // Around managers that know nothing of hosts' names Java judges those itself: they stay as they are.
            return Arrays.stream(usual.getTrustManagers())
                    .map(each -> each instanceof X509ExtendedTrustManager judge ? new ExplainedTrust(judge) : each)
                    .toArray(TrustManager[]::new);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the trusted authorities cannot be used: " + e.getMessage(), e);
        }
    }

    private interface Check {
        void run() throws CertificateException;
    }

    /** @param session of the handshake; null where the chain is a client's, or nothing is known of its host */
    private void explain(X509Certificate[] chain, @Nullable SSLSession session, Check check)
            throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            String host = session == null ? null : session.getPeerHost();
            throw new RefusedCertificateException(CertificateProblem.of(e, chain, host, judge.getAcceptedIssuers()), e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        explain(chain, null, () -> judge.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        explain(chain, null, () -> judge.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        explain(chain, null, () -> judge.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        explain(chain, engine.getHandshakeSession(), () -> judge.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        SSLSession session = socket instanceof SSLSocket secure ? secure.getHandshakeSession() : null;
        explain(chain, session, () -> judge.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        explain(chain, null, () -> judge.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
