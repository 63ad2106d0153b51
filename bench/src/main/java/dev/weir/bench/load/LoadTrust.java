package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Whose certificates a load accepts, other than those that the JDK trusts. */
public final class LoadTrust {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END (?:X509 )?CERTIFICATE-----");

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
     * Servers that these authorities vouch for, and no others. The JDK would accept an authority whose certificate has
     * expired; this does not.
     *
     * @param pem their certificates (RFC 7468); what else is in the file does not matter
     */
    public static SSLContext of(Path pem) {
        Matcher blocks = CERTIFICATE.matcher(new String(GivenFile.bytes(pem), StandardCharsets.ISO_8859_1));
        try {
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, null);
            while (blocks.find()) {
                String name = Integer.toString(authorities.size());
                authorities.setCertificateEntry(name, certificate(blocks.group(1), pem));
            }
            if (authorities.size() == 0) {
                throw new MeasureException("there is no certificate in PEM in " + pem);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities);
            return context(trust.getTrustManagers());
        } catch (IOException | GeneralSecurityException broken) {
            throw new MeasureException(
                    "the certificates in " + pem + " cannot be trusted: " + broken.getMessage(), broken);
        }
    }

    private static X509Certificate certificate(String base64, Path pem) {
        X509Certificate certificate;
        try {
            byte[] der = Base64.getMimeDecoder().decode(base64);
            certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (IllegalArgumentException | CertificateException broken) {
            throw new MeasureException("a certificate in " + pem + " is broken: " + broken.getMessage(), broken);
        }
        String name =
                "the certificate of " + certificate.getSubjectX500Principal().getName() + " in " + pem;
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException over) {
            throw new MeasureException(
                    name + " has expired at " + certificate.getNotAfter().toInstant(), over);
        } catch (CertificateNotYetValidException early) {
            throw new MeasureException(
                    name + " is not valid before " + certificate.getNotBefore().toInstant(), early);
        }
        return certificate;
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
