package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.ClientTls;
import dev.weir.soap.jaxws.tls.TlsProperties;
import dev.weir.soap.tls.TlsMaterial;
import jakarta.xml.ws.WebServiceException;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a request context says of TLS. Where it says nothing, the JVM's properties {@code javax.net.ssl.*} count, or what the
 * program has set by {@link SSLContext#setDefault}.
 *
 * @param said of keys and authorities
 * @param names asked about certificates that are for another host; null for nobody
 */
record TlsSettings(TlsProperties said, @Nullable HostnameVerifier names) {
    /** For messages about a peer that is not trusted. */
    static final String REMEDY = "; whom a client trusts is said by javax.net.ssl.trustStore for all, and for one by "
            + TlsProperties.TRUST + " or " + TlsProperties.CONTEXT + " in its request context";

    static TlsSettings of(Map<String, Object> context) {
        HostnameVerifier names = null;
        for (String name : ConnectionProperties.VERIFIERS) {
            Object value = context.get(name);
            if (value instanceof HostnameVerifier verifier) {
                names = verifier;
            } else if (value != null) {
                throw new WebServiceException("the property " + name
                        + " must be a javax.net.ssl.HostnameVerifier, but is a "
                        + value.getClass().getName());
            }
        }
        return new TlsSettings(TlsProperties.of(context), names);
    }

    /** Reads the files. */
    ClientTls open() {
        if (said.files() == null) {
            return new ClientTls(said.context(), names);
        }
        try {
            TlsMaterial material = said.read();
            SSLContext made = SSLContext.getInstance("TLS");
            made.init(
                    material.keys() == null ? null : material.keys().getKeyManagers(),
                    material.trust() == null ? null : material.trust().getTrustManagers(),
                    null);
            return new ClientTls(made, names);
        } catch (GeneralSecurityException e) {
            throw TlsProperties.unusable(e);
        }
    }
}
