package dev.weir.soap.http;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a client speaks TLS to everybody but its {@link Partners}: by a context of the program's, which has the client's key and
 * whom it trusts. Of the protocols and ciphers that the context has by default, TLS 1.2 and 1.3 are spoken.
 *
 * @param given null for the JVM's own, which the properties {@code javax.net.ssl.*} describe
 * @param names asked about a certificate that has not the name of the host that was called; null where that ends the call
 */
public record ClientTls(
        @Nullable SSLContext given, @Nullable HostnameVerifier names) {
    /** As the JVM does it for everyone else. */
    public static final ClientTls OF_JVM = new ClientTls(null, null);

    /** @throws NoSuchAlgorithmException where the JVM's properties name what there is not; says so */
    SSLContext context() throws NoSuchAlgorithmException {
        return given == null ? SSLContext.getDefault() : given;
    }
}
