package dev.weir.composite.assembly;

import dev.weir.soap.client.ClientEncodings;
import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.wsdl.MtomPolicy;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code binding.ws}.
 *
 * @param service the WSDL service it names
 * @param port the WSDL port it names
 * @param version as its soapVersion says; 1.1 where it says nothing, as in Oracle SOA Suite
 * @param definition the port as defined in the WSDL; null where the WSDL is abstract, as services' may be: the server
 *     then makes a document/literal binding of its own
 * @param wsdl the document that was searched for the port
 * @param address of a reference: the property endpointURI, else the port's soap:address, tokens replaced; empty for a
 *     service, and where the property endpointURI is empty and the port has none: then a process gives it
 * @param missing why the WSDL that the binding names is not there; null where it is. Calls go to the address, if one is
 *     known, by the port of the interface's own WSDL, or a binding made from the interface
 * @param mtom true where the policy {@code oracle/wsmtom_policy} is attached to the binding, or to its service or reference
 * @param properties all properties as written, tokens replaced; {@code oracle.webservices.httpReadTimeout} is a number of
 *     milliseconds above 0, {@code weir.fastInfoset} none, pessimistic or optimistic
 */
public record WsBinding(
        XmlName service,
        String port,
        SoapVersion version,
        @Nullable Port definition,
        Wsdl wsdl,
        String address,
        @Nullable String missing,
        boolean mtom,
        Map<String, String> properties) {
    static final String FAST_INFOSET = "weir.fastInfoset";
    private static final String MTOM = "weir.mtom";
    private static final String GZIP = "weir.gzip";
    static final String ZSTD = "weir.zstd";
    static final String READ_TIMEOUT = "oracle.webservices.httpReadTimeout";
    private static final String LOCAL = "oracle.webservices.local.optimization";

    /** False where calls of a service on the same server go over the network all the same, by the property of Oracle's name. */
    public boolean isLocal() {
        return !"false".equalsIgnoreCase(properties.getOrDefault(LOCAL, "").strip());
    }

    /**
     * How a reference's calls are encoded: in parts by the policy {@code oracle/wsmtom_policy}, a policy of the WSDL, or the property
     * {@code weir.mtom}; in Fast Infoset by {@code weir.fastInfoset}; packed by {@code weir.gzip} or {@code weir.zstd}.
     */
    public ClientEncodings encodings() {
        return ClientEncodings.DEFAULT
                .withMtom(mtom || is(MTOM) || definition != null && MtomPolicy.asksFor(wsdl, definition.binding()))
                .withFastInfoset(FastInfoset.valueOf(
                        properties.getOrDefault(FAST_INFOSET, "none").strip().toUpperCase(Locale.ROOT)))
                .withPacking(is(ZSTD) ? ContentCoding.ZSTD : is(GZIP) ? ContentCoding.GZIP : null);
    }

    private boolean is(String property) {
        return is(property, properties);
    }

    static boolean is(String property, Map<String, String> properties) {
        return "true".equalsIgnoreCase(properties.getOrDefault(property, "").strip());
    }

    /** How long a call waits for its reply, by the property of Oracle's name; null where it says nothing. */
    public @Nullable Duration readTimeout() {
        String millis = properties.get(READ_TIMEOUT);
        return millis == null ? null : Duration.ofMillis(Integer.parseInt(millis.strip()));
    }
}
