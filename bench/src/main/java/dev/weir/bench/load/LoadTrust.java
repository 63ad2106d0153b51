package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Whose certificates a load accepts, other than those that the JDK trusts. */
public final class LoadTrust {
    private LoadTrust() {}

    /** Every server, whoever it is: also one with another host's name, since this manager is the only one to check that. */
    public static SSLContext anybody() {
        try {
            return context(new TrustManager[] {new Anybody()});
        } catch (GeneralSecurityException broken) {
            throw new MeasureException("the JDK has no TLS: " + broken.getMessage(), broken);
        }
    }

    /**
     * Servers that these authorities vouch for, and no others.
     *
     * @param pem their certificates
     */
    public static SSLContext of(Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                authorities.setCertificateEntry(Integer.toString(authorities.size()), certificate);
            }
            if (authorities.size() == 0) {
                throw new MeasureException("there is no certificate in " + pem);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities);
            return context(trust.getTrustManagers());
        } catch (IOException | GeneralSecurityException unreadable) {
            throw new MeasureException(
                    "no certificates in PEM can be read from " + pem + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static SSLContext context(TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust, null);
        return context;
    }

    /** Refuses nobody. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
