package dev.weir.metro;

import com.sun.xml.ws.spi.db.TypeInfo;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ContentHandler;

/** One element of a message, of a fixed name and type. */
final class ElementBridge extends OutputBridge {
    private final ElementType type;

    ElementBridge(CodecContext context, ElementType type) {
        super(context);
        this.type = type;
    }

    @Override
    public TypeInfo getTypeInfo() {
        return type.info();
    }

    // ---------------------------------------------------------------- writing

    @SuppressWarnings({"unchecked", "NullAway"}) // the value is of that type or null, which is a nil element
    private JAXBElement<Object> element(@Nullable Object object) throws MarshalException {
        try {
            return new JAXBElement<>(
                    type.info().tagName, (Class<Object>) ElementType.boxed(type.bound()), type.toBound(object));
        } catch (Exception failed) {
            throw new MarshalException("the adapter of " + type.info().tagName + " has failed", failed);
        }
    }

    @Override
    void write(Object object, OutputStream output, @Nullable AttachmentMarshaller attachments) throws JAXBException {
        marshaller(attachments).marshal(element(object), output);
    }

    @Override
    public void marshal(Object object, XMLStreamWriter output, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        marshaller(attachments).marshal(element(object), output);
    }

    @Override
    public void marshal(Object object, ContentHandler handler, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        marshaller(attachments).marshal(element(object), handler);
    }

    // ---------------------------------------------------------------- reading

    private Unmarshaller unmarshaller(@Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        Unmarshaller unmarshaller = context().createUnmarshaller();
        unmarshaller.setAttachmentUnmarshaller(attachments);
        return unmarshaller;
    }

    private @Nullable Object value(JAXBElement<?> element) throws UnmarshalException {
        try {
            return type.toDeclared(element.getValue());
        } catch (Exception failed) {
            throw new UnmarshalException("the adapter of " + type.info().tagName + " has failed", failed);
        }
    }

    /** The element on which the reader is; afterwards the reader is behind its end. */
    @Override
    public @Nullable Object unmarshal(XMLStreamReader in, @Nullable AttachmentUnmarshaller attachments)
            throws JAXBException {
        return value(unmarshaller(attachments).unmarshal(in, type.bound()));
    }

    @Override
    public @Nullable Object unmarshal(Source in, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        return value(unmarshaller(attachments).unmarshal(in, type.bound()));
    }

    @Override
    public @Nullable Object unmarshal(InputStream in) throws JAXBException {
        return unmarshal(new StreamSource(in), null);
    }

    @Override
    public @Nullable Object unmarshal(Node node, @Nullable AttachmentUnmarshaller attachments) throws JAXBException {
        return value(unmarshaller(attachments).unmarshal(node, type.bound()));
    }

    @Override
    public String toString() {
        return type.info().toString();
    }
}
