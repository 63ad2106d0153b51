package dev.weir.bind.event;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes to an XMLStreamWriter of StAX. */
public final class StaxStreamTarget implements MarshalTarget<XMLStreamException> {
    private final XMLStreamWriter to;

    public StaxStreamTarget(XMLStreamWriter to) {
        this.to = to;
    }

    /** Without an encoding, which only the StAX writer knows. */
    @Override
    public void startDocument() throws XMLStreamException {
        to.writeStartDocument();
    }

    @Override
    public void startTag(String prefix, String uri, String local) throws XMLStreamException {
        to.writeStartElement(prefix, local, uri);
    }

    @Override
    public void namespace(String prefix, String uri) throws XMLStreamException {
        if (prefix.isEmpty()) {
            to.setDefaultNamespace(uri);
            to.writeDefaultNamespace(uri);
        } else {
            to.setPrefix(prefix, uri);
            to.writeNamespace(prefix, uri);
        }
    }

    @Override
    public void attribute(String prefix, String uri, String local, String value) throws XMLStreamException {
        if (uri.isEmpty()) {
            to.writeAttribute(local, value);
        } else {
            to.writeAttribute(prefix, uri, local, value);
        }
    }

    @Override
    public void startTagEnds() {}

    @Override
    public void endTag() throws XMLStreamException {
        to.writeEndElement();
    }

    @Override
    public void text(String text) throws XMLStreamException {
        to.writeCharacters(text);
    }

    @Override
    public void comment(String text) throws XMLStreamException {
        to.writeComment(text);
    }

    @Override
    public void processingInstruction(String target, String data) throws XMLStreamException {
        to.writeProcessingInstruction(target, data);
    }

    @Override
    public void endDocument() throws XMLStreamException {
        to.writeEndDocument();
    }

    @Override
    public void flush() throws XMLStreamException {
        to.flush();
    }
}
