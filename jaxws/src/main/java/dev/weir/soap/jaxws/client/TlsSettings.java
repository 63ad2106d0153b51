package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.ClientTls;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import jakarta.xml.ws.WebServiceException;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a request context says of TLS. Where it says nothing, the JVM's properties {@code javax.net.ssl.*} count, or what the
 * program has set by {@link SSLContext#setDefault}. Shows no password.
 *
 * @param context the program's own; null for none
 * @param names asked about certificates that are for another host; null for nobody
 * @param files null for none
 * @param password of the key or of PKCS#12 files; null for none
 */
record TlsSettings(
        @Nullable SSLContext context,
        @Nullable HostnameVerifier names,
        @Nullable TlsFiles files,
        @Nullable String password) {
    static final String CONTEXT = "dev.weir.jaxws.ssl-context";
    static final String CERTIFICATE = "dev.weir.jaxws.tls-certificate";
    static final String KEY = "dev.weir.jaxws.tls-key";
    static final String PASSWORD = "dev.weir.jaxws.tls-password";
    static final String TRUST = "dev.weir.jaxws.tls-trust";

    /** For messages about a peer that is not trusted. */
    static final String REMEDY = "; whom a client trusts is said by javax.net.ssl.trustStore for all, and for one by "
            + TRUST + " or " + CONTEXT + " in its request context";

    private static final TlsSettings NONE = new TlsSettings(null, null, null, null);

    static TlsSettings of(Map<String, Object> context) {
        Object given = context.get(CONTEXT);
        if (given != null && !(given instanceof SSLContext)) {
            throw new WebServiceException("the property " + CONTEXT + " must be a javax.net.ssl.SSLContext, but is a "
                    + given.getClass().getName());
        }
        HostnameVerifier names = null;
        for (String name : ConnectionProperties.VERIFIERS) {
            Object value = context.get(name);
            if (value instanceof HostnameVerifier verifier) {
                names = verifier;
            } else if (value != null) {
                throw new WebServiceException("the property " + name
                        + " must be a javax.net.ssl.HostnameVerifier, but is a "
                        + value.getClass().getName());
            }
        }
        TlsFiles files = new TlsFiles(path(context, CERTIFICATE), path(context, KEY), null, path(context, TRUST));
        boolean named = files.certificate() != null || files.trust() != null;
        if (files.key() != null && files.certificate() == null) {
            throw new WebServiceException(
                    "the property " + KEY + " names a key: name its certificate, too, by " + CERTIFICATE);
        }
        Object password = context.get(PASSWORD);
        if (password != null && !named) {
            throw new WebServiceException("the property " + PASSWORD + " is for the files of " + CERTIFICATE + " and "
                    + TRUST + ", which are not there");
        }
        if (given != null && named) {
            throw new WebServiceException("the property " + CONTEXT + " says all about TLS: leave out "
                    + (files.certificate() != null ? CERTIFICATE : TRUST));
        }
        if (given == null && names == null && !named) {
            return NONE;
        }
        return new TlsSettings(
                (SSLContext) given,
                names,
                named ? files : null,
                password instanceof char[] secret
                        ? String.valueOf(secret)
                        : password == null ? null : password.toString());
    }

    private static @Nullable Path path(Map<String, Object> context, String name) {
        Object value = context.get(name);
        if (value == null || value instanceof Path) {
            return (Path) value;
        }
        if (value instanceof File file) {
            return file.toPath();
        }
        try {
            return Path.of(value.toString());
        } catch (InvalidPathException e) {
            throw new WebServiceException("the property " + name + " must be the path of a file: " + value, e);
        }
    }

    /** Reads the files. */
    ClientTls open() {
        if (files == null) {
            return new ClientTls(context, names);
        }
        try {
            TlsMaterial material = password == null ? files.read() : files.read(password.toCharArray());
            SSLContext made = SSLContext.getInstance("TLS");
            made.init(
                    material.keys() == null ? null : material.keys().getKeyManagers(),
                    material.trust() == null ? null : material.trust().getTrustManagers(),
                    null);
            return new ClientTls(made, names);
        } catch (IOException | GeneralSecurityException e) {
            throw new WebServiceException(
                    "the files that the properties dev.weir.jaxws.tls-* name cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return files == null ? "TLS by " + context : "TLS by " + files;
    }
}
