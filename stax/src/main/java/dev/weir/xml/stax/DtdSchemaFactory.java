package dev.weir.xml.stax;

import dev.weir.xml.XmlLimits;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.jspecify.annotations.Nullable;

/**
 * DTDs as schemas of StAX2: a document is validated against a given external subset, regardless of its own DOCTYPE.
 * External entities that the subset refers to are not fetched. Attribute defaults are not supplied. Schemas are
 * thread-safe.
 */
public final class DtdSchemaFactory extends XMLValidationSchemaFactory {
    public DtdSchemaFactory() {
        super(XMLValidationSchema.SCHEMA_ID_DTD);
    }

    @Override
    public XMLValidationSchema createSchema(
            InputStream in, @Nullable String encoding, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        try {
            int most = XmlLimits.DEFAULT.maxDtdLength();
            byte[] subset = in.readNBytes(most + 1);
            if (subset.length > most) {
                throw new XMLStreamException("the DTD goes beyond the limit maxDtdLength=" + most);
            }
            if (encoding != null && !encoding.isEmpty()) {
                return schema(new String(subset, encoding), publicId, systemId);
            }
            return new DtdSchema(subset, publicId, systemId);
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    @Override
    public XMLValidationSchema createSchema(Reader in, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        int most = XmlLimits.DEFAULT.maxDtdLength();
        StringBuilder all = new StringBuilder();
        char[] piece = new char[4096];
        try {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                all.append(piece, 0, read);
                if (all.length() > most) {
                    throw new XMLStreamException("the DTD goes beyond the limit maxDtdLength=" + most);
                }
            }
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
        return schema(all.toString(), publicId, systemId);
    }

    /**
     * Encodes the subset in UTF-8 with a byte order mark, which takes precedence over the encoding in a text
     * declaration.
     */
    private static XMLValidationSchema schema(String subset, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        String marked = subset.startsWith("\uFEFF") ? subset : "\uFEFF" + subset;
        return new DtdSchema(marked.getBytes(StandardCharsets.UTF_8), publicId, systemId);
    }

    @Override
    public XMLValidationSchema createSchema(URL url) throws XMLStreamException {
        try (InputStream in = url.openStream()) {
            return createSchema(in, null, null, url.toExternalForm());
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    @Override
    public XMLValidationSchema createSchema(File file) throws XMLStreamException {
        try {
            return createSchema(file.toURI().toURL());
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    @Override
    public boolean isPropertySupported(String name) {
        return false;
    }

    @Override
    public boolean setProperty(String name, @Nullable Object value) {
        throw new IllegalArgumentException("a factory of DTDs has no property " + name);
    }

    @Override
    public Object getProperty(String name) {
        throw new IllegalArgumentException("a factory of DTDs has no property " + name);
    }
}
