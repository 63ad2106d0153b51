package dev.weir.server.access;

import dev.weir.soap.tls.TlsFiles;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Objects;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Which server a client of the admin API takes for the one that it means, by its certificate. */
public final class ServerTrust {
    /** Those whose certificate an authority of the JVM has signed for their host's name. */
    public static final ServerTrust JVM = new ServerTrust(null, false);

    private final @Nullable SSLContext context;
    private final boolean whateverName;

    private ServerTrust(@Nullable SSLContext context, boolean whateverName) {
        this.context = context;
        this.whateverName = whateverName;
    }

    /** Those whose certificate an authority in a file has signed for their host's name. */
    public static ServerTrust ofFile(Path file) throws IOException {
        TrustManagerFactory factory = Objects.requireNonNull(
                new TlsFiles(null, null, null, file).read().trust());
        return new ServerTrust(context(factory.getTrustManagers()), false);
    }

    /** The one with this very certificate, at whatever address. */
    public static ServerTrust ofCertificate(String sha256) {
        return new ServerTrust(context(new Pinned(sha256)), true);
    }

    /** How {@link #ofCertificate} names a certificate. */
    public static String digest(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context(TrustManager... managers) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For a connection that is not open yet; without TLS nothing changes. */
    public void applyTo(HttpURLConnection connection) {
        SSLContext own = context;
        if (own != null && connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(own.getSocketFactory());
            if (whateverName) {
                // It is asked where the name is another; the certificate is the right one in any case.
                secure.setHostnameVerifier((name, session) -> true);
            }
        }
    }

    /** Trusts one certificate. */
    private record Pinned(String sha256) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this is for clients");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            if (!digest(chain[0]).equals(sha256)) {
                throw new CertificateException("the server's certificate is not the one that its data folder names");
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
