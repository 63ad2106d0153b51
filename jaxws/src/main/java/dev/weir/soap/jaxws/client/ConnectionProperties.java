package dev.weir.soap.jaxws.client;

import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.Set;

/** The properties of a request context that decide which connections a call may use, by the names of CXF, Metro and Weir. */
final class ConnectionProperties {
    private static final String WEIR = "dev.weir.jaxws.";
    private static final String METRO = "com.sun.xml.ws.transport.";
    private static final String METRO_IN_JDK_8 = "com.sun.xml.internal.ws.transport.";
    private static final String FACTORY = "https.client.SSLSocketFactory";
    private static final String VERIFIER = "https.client.hostname.verifier";
    private static final String CHUNK = "http.client.streaming.chunk.size";

    /** The older name first: the newer one counts. */
    static final List<String> VERIFIERS = List.of(METRO_IN_JDK_8 + VERIFIER, METRO + VERIFIER);

    private static final Set<String> OF_TLS = Set.of(
            TlsSettings.CONTEXT,
            TlsSettings.CERTIFICATE,
            TlsSettings.KEY,
            TlsSettings.PASSWORD,
            TlsSettings.TRUST,
            METRO + VERIFIER,
            METRO_IN_JDK_8 + VERIFIER);

    private ConnectionProperties() {}

    /**
     * Whether a property is one of those. Others of Metro's would change what is sent or whom it is sent to, so that they cannot be
     * passed over.
     *
     * @throws WebServiceException for one that is not supported; says what to use instead
     */
    static boolean include(String name) {
        if (name.startsWith(WEIR)) {
            return OF_TLS.contains(name);
        }
        if (name.startsWith(METRO) || name.startsWith(METRO_IN_JDK_8)) {
            if (name.endsWith(FACTORY)) {
                throw new WebServiceException("the property " + name + " of a request context is not supported: a"
                        + " factory makes sockets, and these connections have none. Set the SSLContext that it is of by "
                        + TlsSettings.CONTEXT + ", or the files of key and authorities by " + TlsSettings.CERTIFICATE
                        + " and " + TlsSettings.TRUST);
            }
            if (name.endsWith(CHUNK)) {
                throw new WebServiceException("the property " + name + " of a request context is not supported");
            }
            return OF_TLS.contains(name);
        }
        return false;
    }
}
