package dev.weir.bind.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Namespace;

/** Writes to an XMLEventWriter of StAX. */
public final class StaxEventTarget implements MarshalTarget<XMLStreamException> {
    private final XMLEventWriter to;
    private final XMLEventFactory factory = XMLEventFactory.newFactory();
    private final List<QName> open = new ArrayList<>();
    private final List<Namespace> namespaces = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();

    public StaxEventTarget(XMLEventWriter to) {
        this.to = to;
    }

    @Override
    public void startDocument() throws XMLStreamException {
        to.add(factory.createStartDocument());
    }

    @Override
    public void startTag(String prefix, String uri, String local) {
        namespaces.clear();
        attributes.clear();
        open.add(new QName(uri, local, prefix));
    }

    @Override
    public void namespace(String prefix, String uri) {
        namespaces.add(prefix.isEmpty() ? factory.createNamespace(uri) : factory.createNamespace(prefix, uri));
    }

    @Override
    public void attribute(String prefix, String uri, String local, String value) {
        attributes.add(
                uri.isEmpty()
                        ? factory.createAttribute(local, value)
                        : factory.createAttribute(prefix, uri, local, value));
    }

    @Override
    public void startTagEnds() throws XMLStreamException {
        to.add(factory.createStartElement(
                open.get(open.size() - 1),
                List.copyOf(attributes).iterator(),
                List.copyOf(namespaces).iterator()));
    }

    @Override
    public void endTag() throws XMLStreamException {
        QName name = Objects.requireNonNull(open.remove(open.size() - 1));
        to.add(factory.createEndElement(name, List.<Namespace>of().iterator()));
    }

    @Override
    public void text(String text) throws XMLStreamException {
        to.add(factory.createCharacters(text));
    }

    @Override
    public void comment(String text) throws XMLStreamException {
        to.add(factory.createComment(text));
    }

    @Override
    public void processingInstruction(String target, String data) throws XMLStreamException {
        to.add(factory.createProcessingInstruction(target, data));
    }

    @Override
    public void endDocument() throws XMLStreamException {
        to.add(factory.createEndDocument());
    }

    @Override
    public void flush() throws XMLStreamException {
        to.flush();
    }
}
