package dev.weir.server.command;

import dev.weir.soap.http.ServerTlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the admin API is served by TLS. */
final class AdminTlsOptions {
    @Option(
            names = "--admin-tls-certificate",
            paramLabel = "FILE",
            description =
                    "serve the admin API by https (TLS 1.2 and 1.3) with this certificate: PEM, followed by its chain, or"
                            + " PKCS#12")
    private @Nullable Path certificate;

    @Option(
            names = "--admin-tls-key",
            paramLabel = "FILE",
            description = "its private key in PEM, where the certificate's file does not have it")
    private @Nullable Path key;

    @Option(
            names = "--admin-tls-password-file",
            paramLabel = "FILE",
            description = "a file with one line, the password of the key or of PKCS#12 files")
    private @Nullable Path password;

    @Option(
            names = "--admin-tls-clients",
            paramLabel = "none|wanted|required",
            description = "whether callers of the admin API are asked for a certificate; default: ${DEFAULT-VALUE}")
    private String clients = "none";

    @Option(
            names = "--admin-tls-trust",
            paramLabel = "FILE",
            description = "the authorities that may have signed these: PEM or PKCS#12")
    private @Nullable Path trust;

    /** @throws IllegalArgumentException if they do not fit together; the message says why */
    @Nullable ServerTlsFiles settings() {
        return TlsOptions.settings("--admin-tls-", new TlsOptions(certificate, key, password, clients, trust));
    }
}
