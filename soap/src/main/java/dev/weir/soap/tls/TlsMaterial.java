package dev.weir.soap.tls;

import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What one end of TLS connections needs, as it was in {@link TlsFiles} at one moment.
 *
 * @param keys the end's own key and certificates; null where it has none
 * @param trust decides about the other end's certificate; null for the JVM's authorities
 * @param certificate its own; null where it has none
 * @param digest of the files' content
 */
public record TlsMaterial(
        @Nullable KeyManagerFactory keys,
        @Nullable TrustManagerFactory trust,
        @Nullable X509Certificate certificate,
        String digest) {
    /** Names the certificate, and shows no key. */
    @Override
    public String toString() {
        X509Certificate own = certificate;
        return own == null
                ? "no certificate"
                : own.getSubjectX500Principal() + ", valid until "
                        + own.getNotAfter().toInstant();
    }
}
