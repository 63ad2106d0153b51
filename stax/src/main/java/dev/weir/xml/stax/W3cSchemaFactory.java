package dev.weir.xml.stax;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.validation.SchemaFactory;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.xml.sax.SAXException;

/**
 * W3C XML Schema for StAX2's validation, by the JDK's own validator. A schema that includes or imports others is
 * refused until {@link XMLConstants#ACCESS_EXTERNAL_SCHEMA} is set to the protocols by which they may be fetched. A
 * factory must be used by one thread at a time; its schemas are thread-safe.
 */
public final class W3cSchemaFactory extends JaxpSchemaFactory {
    public W3cSchemaFactory() {
        super(XMLValidationSchema.SCHEMA_ID_W3C_SCHEMA);
    }

    @Override
    SchemaFactory factory(String accessDtd, String accessSchema) throws XMLStreamException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, accessDtd);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, accessSchema);
        } catch (SAXException refused) {
            throw new XMLStreamException("the JDK's validator cannot be made safe", refused);
        }
        return factory;
    }
}
