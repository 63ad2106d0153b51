package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.body.FastInfosetProperties;
import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.tls.TlsProperties;
import jakarta.xml.ws.WebServiceException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

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
            TlsProperties.CONTEXT,
            TlsProperties.CERTIFICATE,
            TlsProperties.KEY,
            TlsProperties.PASSWORD,
            TlsProperties.TRUST,
            METRO + VERIFIER,
            METRO_IN_JDK_8 + VERIFIER);

    /** Those of ours that say nothing of connections. */
    private static final Set<String> OF_MESSAGES = Set.of(LaxProperty.NAME, FastInfosetProperties.VOCABULARY);

    private static final System.Logger LOG = System.getLogger(ConnectionProperties.class.getName());

    /** More would be a sign of names that are computed. */
    private static final int MOST_LOGGED = 100;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private ConnectionProperties() {}

    /**
     * Whether a property is one of those. One that would change what is sent or whom it is sent to cannot be passed over; another one
     * of these names is named in the log.
     *
     * @throws WebServiceException for one that is not supported; says what to use instead
     */
    static boolean include(String name) {
        if (OF_MESSAGES.contains(name)) {
            return false;
        }
        if (name.startsWith(WEIR) || name.startsWith(PoolSettings.CXF)) {
            return OF_TLS.contains(name) || PoolSettings.NAMES.contains(name) || passedOver(name);
        }
        if (name.startsWith(METRO) || name.startsWith(METRO_IN_JDK_8)) {
            if (name.endsWith(FACTORY)) {
                throw new WebServiceException("the property " + name + " of a request context is not supported: a"
                        + " factory makes sockets, and these connections have none. Set the SSLContext that it is of by "
                        + TlsProperties.CONTEXT + ", or the files of key and authorities by "
                        + TlsProperties.CERTIFICATE
                        + " and " + TlsProperties.TRUST);
            }
            if (name.endsWith(CHUNK)) {
                throw new WebServiceException("the property " + name + " of a request context is not supported");
            }
            return OF_TLS.contains(name) || passedOver(name);
        }
        return false;
    }

    private static boolean passedOver(String name) {
        if (LOGGED.size() < MOST_LOGGED && LOGGED.add(name)) {
            LOG.log(
                    Level.WARNING,
                    "the property {0} of a request context does nothing here; those of connections that do are {1}",
                    name,
                    Stream.concat(OF_TLS.stream(), PoolSettings.NAMES.stream())
                            .sorted()
                            .toList());
        }
        return false;
    }
}
