package dev.weir.metro;

import com.sun.xml.ws.spi.db.TypeInfo;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ContentHandler;

/** Objects that determine the name of their element themselves, as a Dispatch sends them. They are written only. */
final class FragmentBridge extends OutputBridge {
    private static final String WHAT = "a message of an object's own element";

    FragmentBridge(CodecContext context) {
        super(context);
    }

    @Override
    public TypeInfo getTypeInfo() {
        throw new UnsupportedOperationException("the type is the object's own");
    }

    @Override
    void write(Object object, OutputStream output, @Nullable AttachmentMarshaller attachments) throws JAXBException {
        marshaller(attachments).marshal(object, output);
    }

    @Override
    public void marshal(Object object, XMLStreamWriter output, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        marshaller(attachments).marshal(object, output);
    }

    @Override
    public void marshal(Object object, ContentHandler handler, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        marshaller(attachments).marshal(object, handler);
    }

    @Override
    public Object unmarshal(XMLStreamReader in, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(WHAT);
    }

    @Override
    public Object unmarshal(Source in, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(WHAT);
    }

    @Override
    public Object unmarshal(InputStream in) throws JAXBException {
        throw unread(WHAT);
    }

    @Override
    public Object unmarshal(Node node, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        throw unread(WHAT);
    }
}
