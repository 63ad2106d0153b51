package dev.weir.xml.fastinfoset;

import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/** The reference implementation of Fast Infoset, as a writer of documents. */
final class ReferenceImplementation {
    private ReferenceImplementation() {}

    /** What it makes of an XML document that the JDK's parser reads. */
    static byte[] ofXml(byte[] xml, String systemId, Consumer<SAXDocumentSerializer> settings) throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
        XMLReader parser = factory.newSAXParser().getXMLReader();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        settings.accept(serializer);
        serializer.setOutputStream(out);
        parser.setContentHandler(serializer);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", serializer);
        InputSource source = new InputSource(new ByteArrayInputStream(xml));
        source.setSystemId(systemId);
        parser.parse(source);
        return out.toByteArray();
    }

    static byte[] ofXml(byte[] xml) throws Exception {
        return ofXml(xml, "memory:", serializer -> {});
    }

    interface Writing {
        void to(XMLStreamWriter writer) throws XMLStreamException;
    }

    /** What it writes when it is told to. */
    static byte[] written(Writing writing) throws XMLStreamException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StAXDocumentSerializer writer = new StAXDocumentSerializer(out);
        writing.to(writer);
        writer.close();
        return out.toByteArray();
    }
}
