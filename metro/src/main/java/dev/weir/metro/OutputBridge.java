package dev.weir.metro;

import com.sun.xml.ws.spi.db.BindingContext;
import com.sun.xml.ws.spi.db.XMLBridge;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.sax.SAXResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ContentHandler;

/** Writes the element of an object, or of several, into a message that is being written. Thread-safe. */
abstract class OutputBridge implements XMLBridge<Object> {
    private final CodecContext context;

    OutputBridge(CodecContext context) {
        this.context = context;
    }

    @Override
    public final BindingContext context() {
        return context;
    }

    /** A marshaller for elements inside a document. */
    final Marshaller marshaller(@Nullable AttachmentMarshaller attachments) throws JAXBException {
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        marshaller.setAttachmentMarshaller(attachments);
        return marshaller;
    }

    /** To the stream of a writer of UTF-8 that has just been flushed, which is Metro's way around that writer. */
    @Override
    public final void marshal(
            Object object, OutputStream output, NamespaceContext around, @Nullable AttachmentMarshaller attachments)
            throws JAXBException {
        String defaulted = around == null ? null : around.getNamespaceURI("");
        if (defaulted == null || defaulted.isEmpty()) {
            write(object, output, attachments);
            return;
        }
        // Elements in no namespace have to undeclare the default one.
        try {
            XMLStreamWriter writer = WeirStreams.OUTPUT.createXMLStreamWriter(output, StandardCharsets.UTF_8.name());
            writer.setNamespaceContext(around);
            marshal(object, writer, attachments);
            writer.flush();
        } catch (XMLStreamException failed) {
            throw new MarshalException(failed);
        }
    }

    /** Writes an element around which no default namespace is declared. */
    abstract void write(Object object, OutputStream output, @Nullable AttachmentMarshaller attachments)
            throws JAXBException;

    @Override
    public final void marshal(Object object, Node output) throws JAXBException {
        marshal(object, new DOMResult(output));
    }

    @Override
    public final void marshal(Object object, Result result) throws JAXBException {
        if (result instanceof SAXResult sax && sax.getHandler() != null) {
            ContentHandler handler = sax.getHandler();
            marshal(object, handler, null);
            return;
        }
        try {
            XMLStreamWriter writer = WeirStreams.OUTPUT.createXMLStreamWriter(result);
            marshal(object, writer, null);
            writer.flush();
        } catch (XMLStreamException failed) {
            throw new MarshalException(failed);
        }
    }

    @Override
    public final boolean supportOutputStream() {
        return true;
    }

    /** Why an object written only cannot be read. */
    static UnmarshalException unread(String what) {
        return new UnmarshalException(what + " is read element by element, never as one object");
    }
}
