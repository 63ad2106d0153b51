package dev.weir.metro;

import com.sun.xml.ws.spi.db.TypeInfo;
import com.sun.xml.ws.spi.db.WrapperComposite;
import com.sun.xml.ws.spi.db.XMLBridge;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** The element around the parameters of an operation that no class stands for, as rpc/literal has it. */
final class CompositeBridge extends OutputBridge {
    /** Metro's own prefix of the envelope is S, and others declare their own. */
    private static final String PREFIX = "op";

    private final TypeInfo type;

    CompositeBridge(CodecContext context, TypeInfo type) {
        super(context);
        this.type = type;
    }

    @Override
    public TypeInfo getTypeInfo() {
        return type;
    }

    private static boolean isUnqualified(QName name) {
        return name.getNamespaceURI().isEmpty();
    }

    @Override
    void write(Object object, OutputStream output, @Nullable AttachmentMarshaller attachments) throws JAXBException {
        try {
            XMLStreamWriter writer = WeirStreams.OUTPUT.createXMLStreamWriter(output, StandardCharsets.UTF_8.name());
            marshal(object, writer, attachments);
            writer.flush();
        } catch (XMLStreamException failed) {
            throw new MarshalException(failed);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // each value belongs to the bridge beside it
    public void marshal(Object object, XMLStreamWriter output, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        WrapperComposite composite = (WrapperComposite) object;
        QName name = type.tagName;
        try {
            if (isUnqualified(name)) {
                output.writeStartElement("", name.getLocalPart(), "");
            } else {
                output.writeStartElement(PREFIX, name.getLocalPart(), name.getNamespaceURI());
                output.writeNamespace(PREFIX, name.getNamespaceURI());
            }
            for (int i = 0; i < composite.bridges.length; i++) {
                ((XMLBridge<Object>) composite.bridges[i]).marshal(composite.values[i], output, attachments);
            }
            output.writeEndElement();
        } catch (XMLStreamException failed) {
            throw new MarshalException(failed);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // each value belongs to the bridge beside it
    public void marshal(Object object, ContentHandler handler, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        WrapperComposite composite = (WrapperComposite) object;
        QName name = type.tagName;
        String qualified = isUnqualified(name) ? name.getLocalPart() : PREFIX + ":" + name.getLocalPart();
        try {
            if (!isUnqualified(name)) {
                handler.startPrefixMapping(PREFIX, name.getNamespaceURI());
            }
            handler.startElement(name.getNamespaceURI(), name.getLocalPart(), qualified, new AttributesImpl());
            for (int i = 0; i < composite.bridges.length; i++) {
                ((XMLBridge<Object>) composite.bridges[i]).marshal(composite.values[i], handler, attachments);
            }
            handler.endElement(name.getNamespaceURI(), name.getLocalPart(), qualified);
            if (!isUnqualified(name)) {
                handler.endPrefixMapping(PREFIX);
            }
        } catch (SAXException failed) {
            throw new MarshalException(failed);
        }
    }

    @Override
    public Object unmarshal(XMLStreamReader in, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(type.tagName.toString());
    }

    @Override
    public Object unmarshal(Source in, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(type.tagName.toString());
    }

    @Override
    public Object unmarshal(InputStream in) throws JAXBException {
        throw unread(type.tagName.toString());
    }

    @Override
    public Object unmarshal(Node node, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(type.tagName.toString());
    }
}
