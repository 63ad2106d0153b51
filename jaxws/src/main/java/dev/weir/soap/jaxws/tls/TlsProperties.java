package dev.weir.soap.jaxws.tls;

import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import jakarta.xml.ws.WebServiceException;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the properties of a client's request context, or of an endpoint, say of TLS: a context of the program's, or files, or
 * nothing. Shows no password.
 *
 * @param context null for none
 * @param files null for none
 * @param password of the key or of PKCS#12 files; null for none
 */
public record TlsProperties(
        @Nullable SSLContext context,
        @Nullable TlsFiles files,
        @Nullable String password) {
    public static final String CONTEXT = "dev.weir.jaxws.ssl-context";
    public static final String CERTIFICATE = "dev.weir.jaxws.tls-certificate";
    public static final String KEY = "dev.weir.jaxws.tls-key";
    public static final String PASSWORD = "dev.weir.jaxws.tls-password";
    public static final String TRUST = "dev.weir.jaxws.tls-trust";

    /** All of them. */
    public static final List<String> NAMES = List.of(CONTEXT, CERTIFICATE, KEY, PASSWORD, TRUST);

    private static final TlsProperties NONE = new TlsProperties(null, null, null);

    /** @throws WebServiceException where a value is none, or they do not fit together; names the properties */
    public static TlsProperties of(Map<String, Object> properties) {
        Object given = properties.get(CONTEXT);
        if (given != null && !(given instanceof SSLContext)) {
            throw new WebServiceException("the property " + CONTEXT + " must be a javax.net.ssl.SSLContext, but is a "
                    + given.getClass().getName());
        }
        TlsFiles files =
                new TlsFiles(path(properties, CERTIFICATE), path(properties, KEY), null, path(properties, TRUST));
        boolean named = files.certificate() != null || files.trust() != null;
        if (files.key() != null && files.certificate() == null) {
            throw new WebServiceException(
                    "the property " + KEY + " names a key: name its certificate, too, by " + CERTIFICATE);
        }
        Object password = properties.get(PASSWORD);
        if (password != null && !named) {
            throw new WebServiceException("the property " + PASSWORD + " is for the files of " + CERTIFICATE + " and "
                    + TRUST + ", which are not there");
        }
        if (given != null && named) {
            throw new WebServiceException("the property " + CONTEXT + " says all about TLS: leave out "
                    + (files.certificate() != null ? CERTIFICATE : TRUST));
        }
        if (given == null && !named) {
            return NONE;
        }
        return new TlsProperties((SSLContext) given, named ? files : null, text(password));
    }

    private static @Nullable String text(@Nullable Object password) {
        return password instanceof char[] secret
                ? String.valueOf(secret)
                : password == null ? null : password.toString();
    }

    private static @Nullable Path path(Map<String, Object> properties, String name) {
        Object value = properties.get(name);
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

    /**
     * Reads the files.
     *
     * @throws WebServiceException where one is missing or wrong; names it
     * @throws NullPointerException where none are said
     */
    public TlsMaterial read() {
        TlsFiles said = Objects.requireNonNull(files);
        try {
            return password == null ? said.read() : said.read(password.toCharArray());
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** For files of which no connection can be made. */
    public static WebServiceException unusable(Exception cause) {
        return new WebServiceException(
                "the files that the properties dev.weir.jaxws.tls-* name cannot be used: " + cause.getMessage(), cause);
    }

    /** True where nothing is said. */
    public boolean isEmpty() {
        return context == null && files == null;
    }

    @Override
    public String toString() {
        if (files == null) {
            return context == null ? "the JVM's settings, javax.net.ssl.*" : "the SSLContext of " + CONTEXT;
        }
        return "the files "
                + Stream.of(files.certificate(), files.key(), files.trust())
                        .filter(file -> file != null)
                        .map(Path::toString)
                        .reduce((one, next) -> one + ", " + next)
                        .orElse("");
    }
}
