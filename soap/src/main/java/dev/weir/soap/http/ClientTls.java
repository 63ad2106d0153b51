package dev.weir.soap.http;

import dev.weir.soap.tls.ExplainedTrust;
import java.security.GeneralSecurityException;
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
        if (given != null) {
            return given;
        }
        SSLContext usual = SSLContext.getDefault();
        boolean ofProgram = !usual.getProtocol().equals("Default");
        return ofProgram || System.getProperty("javax.net.ssl.keyStore") != null ? usual : Explained.OF_JVM;
    }

    /** The same as the JVM's own context without a key, but that it says of a server why it is not trusted. */
    private static final class Explained {
        static final SSLContext OF_JVM = make();

        private static SSLContext make() {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, ExplainedTrust.ofJvm().getTrustManagers(), null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("the JVM has no TLS", e);
            }
        }
    }
}
