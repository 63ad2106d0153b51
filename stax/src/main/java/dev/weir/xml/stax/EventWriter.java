package dev.weir.xml.stax;

import java.util.Iterator;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Characters;
import javax.xml.stream.events.Comment;
import javax.xml.stream.events.DTD;
import javax.xml.stream.events.EntityReference;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.ProcessingInstruction;
import javax.xml.stream.events.StartDocument;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import org.codehaus.stax2.XMLStreamWriter2;
import org.codehaus.stax2.evt.DTD2;
import org.codehaus.stax2.evt.XMLEvent2;

/** Writes event objects to a cursor writer. */
final class EventWriter implements XMLEventWriter {
    private final XMLStreamWriter2 writer;

    EventWriter(XMLStreamWriter2 writer) {
        this.writer = writer;
    }

    @Override
    public void add(XMLEvent event) throws XMLStreamException {
        switch (event.getEventType()) {
            case XMLStreamConstants.START_DOCUMENT -> startDocument((StartDocument) event);
            case XMLStreamConstants.END_DOCUMENT -> writer.writeEndDocument();
            case XMLStreamConstants.START_ELEMENT -> startElement(event.asStartElement());
            case XMLStreamConstants.END_ELEMENT -> writer.writeEndElement();
            case XMLStreamConstants.ATTRIBUTE -> attribute((Attribute) event);
            case XMLStreamConstants.NAMESPACE -> namespace((Namespace) event);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                characters(event.asCharacters());
            case XMLStreamConstants.COMMENT -> writer.writeComment(((Comment) event).getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                ProcessingInstruction instruction = (ProcessingInstruction) event;
                writer.writeProcessingInstruction(instruction.getTarget(), instruction.getData());
            }
            case XMLStreamConstants.DTD -> doctype((DTD) event);
            case XMLStreamConstants.ENTITY_REFERENCE -> writer.writeEntityRef(((EntityReference) event).getName());
            default -> {
                if (!(event instanceof XMLEvent2 own)) {
                    throw new XMLStreamException("an event that cannot be written: " + event);
                }
                own.writeUsing(writer);
            }
        }
    }

    private void startDocument(StartDocument event) throws XMLStreamException {
        String encoding = event.encodingSet() ? event.getCharacterEncodingScheme() : null;
        if (event.standaloneSet()) {
            writer.writeStartDocument(event.getVersion(), encoding, event.isStandalone());
        } else if (encoding == null) {
            writer.writeStartDocument(event.getVersion());
        } else {
            writer.writeStartDocument(encoding, event.getVersion());
        }
    }

    private void startElement(StartElement event) throws XMLStreamException {
        QName name = event.getName();
        writer.writeStartElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
        for (Iterator<Namespace> all = event.getNamespaces(); all.hasNext(); ) {
            namespace(all.next());
        }
        for (Iterator<Attribute> all = event.getAttributes(); all.hasNext(); ) {
            attribute(all.next());
        }
    }

    private void namespace(Namespace event) throws XMLStreamException {
        writer.writeNamespace(event.getPrefix(), event.getNamespaceURI());
    }

    private void attribute(Attribute event) throws XMLStreamException {
        QName name = event.getName();
        writer.writeAttribute(name.getPrefix(), name.getNamespaceURI(), name.getLocalPart(), event.getValue());
    }

    private void characters(Characters event) throws XMLStreamException {
        if (event.isCData()) {
            writer.writeCData(event.getData());
        } else {
            writer.writeCharacters(event.getData());
        }
    }

    private void doctype(DTD event) throws XMLStreamException {
        String whole = event.getDocumentTypeDeclaration();
        if (whole != null && whole.startsWith("<!DOCTYPE")) {
            writer.writeDTD(whole);
        } else if (event instanceof DTD2 parts && parts.getRootName() != null) {
            writer.writeDTD(parts.getRootName(), parts.getSystemId(), parts.getPublicId(), parts.getInternalSubset());
        } else {
            throw new XMLStreamException("a document type declaration without its text: " + event);
        }
    }

    @Override
    public void add(XMLEventReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            add(reader.nextEvent());
        }
    }

    @Override
    public void flush() throws XMLStreamException {
        writer.flush();
    }

    @Override
    public void close() throws XMLStreamException {
        writer.close();
    }

    @Override
    public String getPrefix(String uri) throws XMLStreamException {
        return writer.getPrefix(uri);
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        writer.setPrefix(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        writer.setDefaultNamespace(uri);
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        writer.setNamespaceContext(context);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return writer.getNamespaceContext();
    }

    /** The cursor writer that an event writer wraps: one of our own, or one that StAX2 gives access to. */
    static XMLStreamWriter2 asStax2(XMLStreamWriter writer) {
        return org.codehaus.stax2.ri.Stax2WriterAdapter.wrapIfNecessary(writer);
    }
}
