package dev.weir.soap.http;

import dev.weir.soap.tls.ClientCertificates;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How a listener speaks TLS by what files hold. Shows no password.
 *
 * @param files with a certificate; with trusted authorities, where clients are asked for certificates
 * @param password of the key or of PKCS#12 files, where it is in no file; null for none
 */
public record ServerTlsFiles(TlsFiles files, @Nullable String password, ClientCertificates clients) {
    /** With a password that is in a file, or without any. */
    public ServerTlsFiles(TlsFiles files, ClientCertificates clients) {
        this(files, null, clients);
    }

    /** @throws IOException if a file is missing or wrong; the message names it */
    public ServerTls read() throws IOException {
        return with(password == null ? files.read() : files.read(password.toCharArray()));
    }

    /**
     * Reads the files, if one has another content than before.
     *
     * @param digest of the content before, {@link TlsMaterial#digest}
     * @return null if nothing has changed
     */
    @Nullable TlsMaterial readIfChanged(String digest) throws IOException {
        return password == null ? files.readIfChanged(digest) : files.readIfChanged(digest, password.toCharArray());
    }

    /** The same with what the files hold now. */
    ServerTls with(TlsMaterial material) {
        return new ServerTls(material, clients);
    }

    @Override
    public String toString() {
        return files + ", certificates of clients " + clients;
    }
}
