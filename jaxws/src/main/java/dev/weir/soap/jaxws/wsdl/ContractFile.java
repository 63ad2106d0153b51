package dev.weir.soap.jaxws.wsdl;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the WSDL that WebService.wsdlLocation names, and what it imports: from the class path, or from files. Nothing is
 * fetched over a network.
 */
public final class ContractFile implements Resources {
    private static final String CLASS_PATH = "classpath";
    private static final String APPLICATION = "application";

    private final Class<?> user;
    private final @Nullable Function<String, @Nullable URL> resources;

    /**
     * @param user the class whose class loader has the document
     * @param resources the files of the application inside a container, by paths that begin with a slash; null for none
     */
    public ContractFile(Class<?> user, @Nullable Function<String, @Nullable URL> resources) {
        this.user = user;
        this.resources = resources;
    }

    /** Where a document is: on the class path if it is there, else among the application's files, else in the file system. */
    public URI locate(String location) {
        String path = location.startsWith(CLASS_PATH + ":") ? location.substring(CLASS_PATH.length() + 1) : location;
        String plain = path.startsWith("/") ? path.substring(1) : path;
        ClassLoader loader = user.getClassLoader();
        if (loader != null && !plain.contains(":") && loader.getResource(plain) != null) {
            return URI.create(CLASS_PATH + ":/" + plain.replace(" ", "%20"));
        }
        if (resources != null && !plain.contains(":") && resources.apply("/" + plain) != null) {
            return URI.create(APPLICATION + ":/" + plain.replace(" ", "%20"));
        }
        if (location.startsWith("file:")) {
            return URI.create(location);
        }
        if (!location.contains(":") && Files.exists(Path.of(location))) {
            return Path.of(location).toAbsolutePath().toUri();
        }
        throw new WsdlException("the wsdlLocation of " + user.getName() + ", " + location
                + ", is neither on its class path nor a file; put the document on the class path");
    }

    @Override
    public byte[] read(URI uri) {
        try {
            if (CLASS_PATH.equals(uri.getScheme())) {
                return classPath(uri.getPath().substring(1));
            }
            if (APPLICATION.equals(uri.getScheme())) {
                return ofApplication(uri.getPath());
            }
            if ("file".equals(uri.getScheme())) {
                return Files.readAllBytes(Path.of(uri));
            }
        } catch (IOException e) {
            throw new WsdlException(uri + " cannot be read: " + e, e);
        }
        throw new WsdlException(uri + " is not fetched: documents come from the class path and from files only");
    }

    private byte[] ofApplication(String path) throws IOException {
        URL url = resources == null ? null : resources.apply(path);
        if (url == null) {
            throw new WsdlException("the application has no file " + path);
        }
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    private byte[] classPath(String path) throws IOException {
        ClassLoader loader = user.getClassLoader();
        try (@Nullable InputStream in = loader == null ? null : loader.getResourceAsStream(path)) {
            if (in == null) {
                throw new WsdlException(path + " is not on the class path of " + user.getName());
            }
            return in.readAllBytes();
        }
    }
}
