package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.http.ServerTls;
import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.soap.jaxws.tls.TlsProperties;
import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import jakarta.xml.ws.WebServiceException;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint at an https address speaks TLS: as its properties say, else as the JVM's {@code javax.net.ssl.*} do.
 * Endpoints that share a port must say the same.
 *
 * @param said of key and authorities; empty for the JVM's
 */
record EndpointTls(TlsProperties said, ClientCertificates clients) {
    static final String CLIENTS = "dev.weir.jaxws.tls-clients";

    private static final String JVM_KEYS = "javax.net.ssl.keyStore";
    private static final String JVM_TRUST = "javax.net.ssl.trustStore";

    /** @throws WebServiceException where there is no key, or the properties do not fit together; names what is missing */
    static EndpointTls of(Map<String, Object> properties) {
        TlsProperties said = TlsProperties.of(properties);
        ClientCertificates clients = clients(properties.get(CLIENTS));
        TlsFiles files = said.files();
        if (said.isEmpty() && System.getProperty(JVM_KEYS) == null) {
            throw new WebServiceException("an https address needs a key and its certificate: name their files by "
                    + TlsProperties.CERTIFICATE + " (and " + TlsProperties.KEY + ", " + TlsProperties.PASSWORD
                    + ") in the endpoint's properties before it is published, or an SSLContext by "
                    + TlsProperties.CONTEXT + ", or for the whole JVM a key store by the system property " + JVM_KEYS);
        }
        if (files != null && files.certificate() == null) {
            throw new WebServiceException("the property " + TlsProperties.TRUST
                    + " names authorities, but an endpoint needs a key, too: name its certificate by "
                    + TlsProperties.CERTIFICATE);
        }
        if (files != null && files.trust() != null && clients == ClientCertificates.NONE) {
            throw new WebServiceException("the property " + TlsProperties.TRUST
                    + " is for certificates of clients: set " + CLIENTS + " to wanted or required, too");
        }
        if (clients != ClientCertificates.NONE) {
            if (files != null && files.trust() == null) {
                throw new WebServiceException("the property " + CLIENTS + " needs " + TlsProperties.TRUST
                        + ", a file with the authorities that may have signed clients' certificates");
            }
            // The authorities that come with a JVM sign for anybody.
            if (said.isEmpty() && System.getProperty(JVM_TRUST) == null) {
                throw new WebServiceException("the property " + CLIENTS + " needs the system property " + JVM_TRUST
                        + ", with the authorities that may have signed clients' certificates");
            }
        }
        return new EndpointTls(said, clients);
    }

    /** @throws WebServiceException where the properties ask for TLS and the address does not */
    static void refuse(Map<String, Object> properties, String address) {
        Stream.concat(TlsProperties.NAMES.stream(), Stream.of(CLIENTS))
                .filter(name -> properties.get(name) != null)
                .findFirst()
                .ifPresent(name -> {
                    throw new WebServiceException("the property " + name + " is for an endpoint at an https address,"
                            + " but this one is to be published at " + address
                            + ": change the address, or leave it out");
                });
    }

    private static ClientCertificates clients(@Nullable Object value) {
        return switch (value == null ? "none" : value.toString().toLowerCase(Locale.ROOT)) {
            case "none" -> ClientCertificates.NONE;
            case "wanted" -> ClientCertificates.WANTED;
            case "required" -> ClientCertificates.REQUIRED;
            default ->
                throw new WebServiceException(
                        "the property " + CLIENTS + " must be none, wanted or required, but is " + value);
        };
    }

    /** Null where there are none to look after. */
    @Nullable ServerTlsFiles files() {
        TlsFiles files = said.files();
        return files == null ? null : new ServerTlsFiles(files, said.password(), clients);
    }

    /**
     * Reads the keys.
     *
     * @throws WebServiceException where they cannot be used; says where they were looked for
     */
    ServerTls open() {
        if (said.files() != null) {
            return new ServerTls(said.read(), clients);
        }
        try {
            SSLContext context = said.context();
            return new ServerTls(context == null ? SSLContext.getDefault() : context, clients);
        } catch (NoSuchAlgorithmException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new WebServiceException(
                    "the JVM's own TLS settings cannot be used (" + JVM_KEYS + "=" + System.getProperty(JVM_KEYS) + ", "
                            + JVM_TRUST + "=" + System.getProperty(JVM_TRUST) + "): " + cause.getMessage(),
                    e);
        }
    }

    @Override
    public String toString() {
        return "TLS by " + said + ", certificates of clients " + clients.name().toLowerCase(Locale.ROOT);
    }
}
