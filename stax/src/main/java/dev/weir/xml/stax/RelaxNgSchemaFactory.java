package dev.weir.xml.stax;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.validation.SchemaFactory;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.InputSource;

/**
 * RELAX NG (XML syntax) for StAX2's validation, by any implementation for javax.xml.validation, else by Woodstox's
 * validator; without such a library schemas are refused with a message that names the libraries to add. For
 * javax.xml.validation external grammars are refused until {@link XMLConstants#ACCESS_EXTERNAL_SCHEMA} is {@code all}.
 * A factory must be used by one thread at a time; its schemas are thread-safe.
 */
public final class RelaxNgSchemaFactory extends JaxpSchemaFactory {
    /** Jing's factory, which is not registered as a service. */
    private static final String JING = "com.thaiopensource.relaxng.jaxp.XMLSyntaxSchemaFactory";

    /** A StAX2 schema factory, with the Multi-Schema Validator inside. */
    private static final String WOODSTOX = "com.ctc.wstx.msv.RelaxNGSchemaFactory";

    public RelaxNgSchemaFactory() {
        super(XMLValidationSchema.SCHEMA_ID_RELAXNG);
    }

    @Override
    XMLValidationSchema schema(InputSource input, @Nullable String publicId, @Nullable String systemId)
            throws XMLStreamException {
        if (find() != null) {
            return super.schema(input, publicId, systemId);
        }
        XMLValidationSchemaFactory woodstox = woodstox();
        return input.getByteStream() != null
                ? woodstox.createSchema(input.getByteStream(), input.getEncoding(), publicId, systemId)
                : woodstox.createSchema(input.getCharacterStream(), publicId, systemId);
    }

    @Override
    SchemaFactory factory(String accessDtd, String accessSchema) {
        SchemaFactory factory = find();
        if (factory == null) {
            throw new IllegalStateException("the validator was there a moment ago");
        }
        if (!accessSchema.equals("all")) {
            factory.setResourceResolver(new Refusing());
        }
        return factory;
    }

    private static @Nullable SchemaFactory find() {
        try {
            return SchemaFactory.newInstance(XMLConstants.RELAXNG_NS_URI);
        } catch (IllegalArgumentException none) {
            return jing();
        }
    }

    private static @Nullable SchemaFactory jing() {
        try {
            return SchemaFactory.newInstance(
                    XMLConstants.RELAXNG_NS_URI, JING, Thread.currentThread().getContextClassLoader());
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    private static XMLValidationSchemaFactory woodstox() throws XMLStreamException {
        try {
            return Class.forName(WOODSTOX, true, Thread.currentThread().getContextClassLoader())
                    .asSubclass(XMLValidationSchemaFactory.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException none) {
            throw new XMLStreamException(
                    "RELAX NG needs a validator: put Jing (org.relaxng:jing) or Woodstox on the class path", none);
        }
    }

    private static final class Refusing implements LSResourceResolver {
        @Override
        public LSInput resolveResource(
                String type,
                @Nullable String namespace,
                @Nullable String publicId,
                @Nullable String systemId,
                @Nullable String baseUri) {
            throw new UncheckedIOException(new IOException("the schema refers to " + systemId + "; set "
                    + XMLConstants.ACCESS_EXTERNAL_SCHEMA + " to allow it"));
        }
    }
}
