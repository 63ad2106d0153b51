package dev.weir.server.command;

import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The values of the options by which a listener speaks TLS. */
record TlsOptions(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path password,
        String clients,
        @Nullable Path trust) {

    /**
     * What they say together.
     *
     * @param prefix how their names begin
     * @return null where nothing is given
     * @throws IllegalArgumentException if they do not fit together
     */
    static @Nullable ServerTlsFiles settings(String prefix, TlsOptions given) {
        ClientCertificates clients = switch (given.clients) {
            case "none" -> ClientCertificates.NONE;
            case "wanted" -> ClientCertificates.WANTED;
            case "required" -> ClientCertificates.REQUIRED;
            default ->
                throw new IllegalArgumentException(
                        prefix + "clients must be none, wanted or required: " + given.clients);
        };
        if (given.certificate == null) {
            if (given.key != null
                    || given.password != null
                    || given.trust != null
                    || clients != ClientCertificates.NONE) {
                throw new IllegalArgumentException(prefix + "certificate is missing: without it there is no TLS, and "
                        + prefix + "key, password-file, clients and trust say nothing");
            }
            return null;
        }
        if (clients == ClientCertificates.NONE && given.trust != null) {
            throw new IllegalArgumentException(prefix + "trust is for certificates of clients: name it with " + prefix
                    + "clients wanted or required");
        }
        if (clients != ClientCertificates.NONE && given.trust == null) {
            throw new IllegalArgumentException(prefix + "clients " + given.clients + " needs " + prefix
                    + "trust, a file with the authorities that may have signed their certificates");
        }
        return new ServerTlsFiles(new TlsFiles(given.certificate, given.key, given.password, given.trust), clients);
    }
}
