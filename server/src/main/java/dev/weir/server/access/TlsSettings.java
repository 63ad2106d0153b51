package dev.weir.server.access;

import dev.weir.soap.http.ServerTls;
import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import java.io.IOException;

/**
 * How a listener speaks TLS.
 *
 * @param files with a certificate; with trusted authorities, where clients are asked for certificates
 */
public record TlsSettings(TlsFiles files, ClientCertificates clients) {
    /** @throws IOException if a file is missing or wrong; the message names it */
    public ServerTls read() throws IOException {
        return with(files.read());
    }

    /** The same with what the files hold now. */
    public ServerTls with(TlsMaterial material) {
        return new ServerTls(material, clients);
    }
}
