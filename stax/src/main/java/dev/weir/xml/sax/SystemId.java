package dev.weir.xml.sax;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/** Resolves system identifiers and input sources to byte streams. */
final class SystemId {
    private static final Pattern DECLARED_ENCODING =
            Pattern.compile("\\A(\\uFEFF?<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*)('[^']*'|\"[^\"]*\")");

    private SystemId() {}

    /** The URL of a system identifier; an identifier that is not an absolute URI is a file path. */
    static URL url(String systemId) throws IOException {
        try {
            URI uri = new URI(systemId);
            if (uri.isAbsolute() && uri.getScheme().length() > 1) { // one letter is a drive
                return uri.toURL();
            }
        } catch (URISyntaxException | IllegalArgumentException noUri) {
            return new File(systemId).toURI().toURL();
        }
        return new File(systemId).toURI().toURL();
    }

    /** The base URI for relative identifiers in a document; null when unknown. */
    static @Nullable String absolute(@Nullable String systemId) {
        if (systemId == null) {
            return null;
        }
        try {
            return url(systemId).toString();
        } catch (IOException noPlace) {
            return systemId; // urn:... and the like
        }
    }

    /** The protocol in the syntax of ACCESS_EXTERNAL_DTD: {@code jar:file} for an entry of an archive file. */
    static String protocol(URL url) {
        String protocol = url.getProtocol().toLowerCase(Locale.ROOT);
        int colon = url.getPath().indexOf(':');
        return protocol.equals("jar") && colon >= 0
                ? protocol + ':' + url.getPath().substring(0, colon).toLowerCase(Locale.ROOT)
                : protocol;
    }

    /** An entity's bytes, whose encoding is in its own text declaration; the caller closes the stream. */
    static InputStream entity(InputSource source) throws IOException {
        Reader characters = source.getCharacterStream();
        if (characters != null) {
            return utf8(characters);
        }
        InputStream bytes = source.getByteStream();
        if (bytes == null) {
            String systemId = source.getSystemId();
            if (systemId == null) {
                throw new IOException(
                        "an InputSource must have a character stream, a byte stream or a system identifier");
            }
            bytes = url(systemId).openStream();
        }
        return source.getEncoding() == null ? bytes : utf8(new InputStreamReader(bytes, source.getEncoding()));
    }

    private static InputStream utf8(Reader characters) throws IOException {
        try (characters) {
            StringWriter all = new StringWriter();
            characters.transferTo(all);
            // A declaration of another encoding would be refused.
            String text = DECLARED_ENCODING.matcher(all.toString()).replaceFirst("$1'UTF-8'");
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
