package dev.weir.xml.stax;

import dev.weir.xml.ExternalEntities;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.io.Stax2Source;
import org.jspecify.annotations.Nullable;

/**
 * Resolves external entities: by the caller's resolver, or from the locations that IS_SUPPORTING_EXTERNAL_ENTITIES and
 * {@link XMLConstants#ACCESS_EXTERNAL_DTD} allow.
 */
final class StaxExternalEntities implements ExternalEntities {
    private final @Nullable XMLResolver dtd;
    private final @Nullable XMLResolver entities;
    private final boolean supported;
    private final Set<String> protocols;

    StaxExternalEntities(
            @Nullable XMLResolver dtd, @Nullable XMLResolver entities, boolean supported, String protocols) {
        this.dtd = dtd;
        this.entities = entities;
        this.supported = supported;
        this.protocols = Stream.of(protocols.split(","))
                .map(protocol -> protocol.trim().toLowerCase(Locale.ROOT))
                .filter(protocol -> !protocol.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Used when the kind of entity is unknown. */
    @Override
    public InputStream open(@Nullable String publicId, String systemId) throws IOException {
        return open("", publicId, systemId, null);
    }

    @Override
    public InputStream open(String name, @Nullable String publicId, String systemId, @Nullable String base)
            throws IOException {
        XMLResolver resolver = name.isEmpty() ? dtd != null ? dtd : entities : ofDtd(name) ? dtd : entities;
        InputStream found = resolver == null ? null : resolved(resolver, name, publicId, systemId, base);
        if (found != null) {
            return found;
        }
        if (!supported) {
            throw new IOException("the external entity " + systemId + " was not resolved, and is not opened without "
                    + XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES);
        }
        URL url = url(systemId);
        String protocol = protocol(url);
        if (!protocols.contains("all") && !protocols.contains(protocol)) {
            throw new IOException("the external entity " + systemId + " is refused: " + XMLConstants.ACCESS_EXTERNAL_DTD
                    + " allows " + protocols + ", not " + protocol);
        }
        return url.openStream();
    }

    /** True for the external subset and parameter entities. */
    private static boolean ofDtd(String name) {
        return name.startsWith("[") || name.startsWith("%");
    }

    /** The stream of an entity that a resolver returned; null when it returned nothing. */
    static @Nullable InputStream resolved(
            XMLResolver resolver,
            String name,
            @Nullable String publicId,
            @Nullable String systemId,
            @Nullable String base)
            throws IOException {
        Object found;
        try {
            found = resolver.resolveEntity(publicId, systemId, base, ofDtd(name) ? null : name);
        } catch (XMLStreamException refused) {
            throw refused.getNestedException() instanceof IOException failed
                    ? failed
                    : new IOException(refused.getMessage(), refused);
        }
        if (found == null) {
            return null;
        }
        if (found instanceof InputStream in) {
            return in;
        }
        if (found instanceof Reader characters) {
            return bytes(characters);
        }
        if (found instanceof String text) {
            return bytes(new StringReader(text));
        }
        if (found instanceof URL url) {
            return url.openStream();
        }
        if (found instanceof URI uri) {
            return uri.toURL().openStream();
        }
        if (found instanceof File file) {
            return Files.newInputStream(file.toPath());
        }
        if (found instanceof Stax2Source source) {
            return source.constructInputStream();
        }
        if (found instanceof StreamSource source) {
            if (source.getInputStream() != null) {
                return source.getInputStream();
            }
            if (source.getReader() != null) {
                return bytes(source.getReader());
            }
            if (source.getSystemId() != null) {
                return url(source.getSystemId()).openStream();
            }
        }
        throw new IOException(
                "an XMLResolver must give a stream, a Reader, the text itself, a StreamSource, a Stax2Source, a URL or a File: "
                        + found.getClass().getName());
    }

    /**
     * Encodes characters in UTF-8 with a byte order mark, which takes precedence over the encoding in a text
     * declaration.
     */
    private static InputStream bytes(Reader characters) throws IOException {
        try (characters) {
            StringWriter all = new StringWriter();
            all.write('\uFEFF');
            characters.transferTo(all);
            return new ByteArrayInputStream(all.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The URL of a system identifier; an identifier that is not an absolute URI is a file path. */
    static URL url(String systemId) throws IOException {
        try {
            URI uri = new URI(systemId);
            if (uri.isAbsolute() && uri.getScheme().length() > 1) {
                return uri.toURL();
            }
        } catch (URISyntaxException notAUri) {
            return new File(systemId).toURI().toURL();
        }
        return new File(systemId).toURI().toURL();
    }

    /**
     * The protocol in the syntax of {@link XMLConstants#ACCESS_EXTERNAL_DTD}: {@code jar:file} for an entry of an
     * archive file.
     */
    private static String protocol(URL url) {
        String protocol = url.getProtocol().toLowerCase(Locale.ROOT);
        if (protocol.equals("jar")) {
            String inside = url.getPath();
            int colon = inside.indexOf(':');
            return colon < 0
                    ? protocol
                    : protocol + ":" + inside.substring(0, colon).toLowerCase(Locale.ROOT);
        }
        return protocol;
    }
}
