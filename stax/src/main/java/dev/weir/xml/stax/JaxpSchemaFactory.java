package dev.weir.xml.stax;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.sax.SAXSource;
import javax.xml.validation.SchemaFactory;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Base of the StAX2 schema factories that delegate to a javax.xml.validation factory for the schema language. */
abstract class JaxpSchemaFactory extends XMLValidationSchemaFactory {
    private final Map<String, Object> properties = new HashMap<>();

    JaxpSchemaFactory(String schemaType) {
        super(schemaType);
        properties.put(P_IS_NAMESPACE_AWARE, true);
        properties.put(P_ENABLE_CACHING, false);
        properties.put(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        properties.put(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    }

    /** The JAXP factory, restricted to the given protocols for external DTDs and schemas. */
    abstract SchemaFactory factory(String accessDtd, String accessSchema) throws XMLStreamException;

    @Override
    public XMLValidationSchema createSchema(
            InputStream in, @Nullable String encoding, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        InputSource input = new InputSource(in);
        input.setEncoding(encoding);
        return schema(input, publicId, systemId);
    }

    @Override
    public XMLValidationSchema createSchema(Reader in, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        return schema(new InputSource(in), publicId, systemId);
    }

    @Override
    public XMLValidationSchema createSchema(URL url) throws XMLStreamException {
        try (InputStream in = url.openStream()) {
            return schema(new InputSource(in), null, url.toExternalForm());
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

    XMLValidationSchema schema(InputSource input, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        input.setPublicId(publicId);
        input.setSystemId(systemId);
        SchemaFactory factory = factory(
                String.valueOf(properties.get(XMLConstants.ACCESS_EXTERNAL_DTD)),
                String.valueOf(properties.get(XMLConstants.ACCESS_EXTERNAL_SCHEMA)));
        try {
            return new JaxpSchema(factory.newSchema(new SAXSource(input)), getSchemaType());
        } catch (SAXException wrong) {
            throw new XMLStreamException("the schema is wrong: " + wrong.getMessage(), wrong);
        }
    }

    @Override
    public boolean isPropertySupported(String name) {
        return properties.containsKey(name);
    }

    @Override
    public boolean setProperty(String name, Object value) {
        Object before = getProperty(name);
        if (!before.getClass().isInstance(value)) {
            throw new IllegalArgumentException(
                    name + " must be a " + before.getClass().getSimpleName() + ": " + value);
        }
        if (name.equals(P_IS_NAMESPACE_AWARE) && !Boolean.TRUE.equals(value)) {
            throw new IllegalArgumentException(name + " is always true");
        }
        properties.put(name, value);
        return true;
    }

    @Override
    public Object getProperty(String name) {
        Object value = properties.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a schema factory has no property " + name);
        }
        return value;
    }
}
