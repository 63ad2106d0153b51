package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Characters;
import javax.xml.stream.events.EntityReference;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import org.jspecify.annotations.Nullable;

/** Reads the next element of an XMLEventReader, and leaves it after the end of that element. */
public final class EventItems extends ItemCursor {
    private final XMLEventReader from;
    private @Nullable XMLEvent event;
    private final List<Namespace> declared = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();

    public EventItems(XMLEventReader from) {
        this.from = from;
    }

    @Override
    XmlEvent advance() {
        try {
            while (true) {
                XMLEvent next = from.nextEvent();
                event = next;
                if (next.isStartElement()) {
                    take(next.asStartElement());
                    return XmlEvent.START_ELEMENT;
                } else if (next.isEndElement()) {
                    return XmlEvent.END_ELEMENT;
                } else if (next.isCharacters()
                        && depth() > 0
                        && !next.asCharacters().getData().isEmpty()) {
                    return XmlEvent.TEXT;
                } else if (next instanceof EntityReference reference && depth() > 0) {
                    throw new XmlException(
                            "the entity " + reference.getName() + " was not expanded, so its content would be lost",
                            location());
                } else if (next.isEndDocument()) {
                    throw new XmlException("the document ends where an element is wanted", location());
                }
            }
        } catch (XMLStreamException wrong) {
            throw StreamItems.failed(wrong);
        }
    }

    private void take(StartElement start) {
        declared.clear();
        start.getNamespaces().forEachRemaining(declared::add);
        attributes.clear();
        start.getAttributes().forEachRemaining(attributes::add);
    }

    private XMLEvent current() {
        return Objects.requireNonNull(event, "an event");
    }

    private StartElement start() {
        return current().asStartElement();
    }

    @Override
    public XmlLocation location() {
        return event == null ? XmlLocation.NONE : StreamItems.place(event.getLocation());
    }

    @Override
    String elementUri() {
        return text(start().getName().getNamespaceURI());
    }

    @Override
    String elementLocal() {
        return start().getName().getLocalPart();
    }

    @Override
    String elementPrefix() {
        return text(start().getName().getPrefix());
    }

    @Override
    int declarations() {
        return declared.size();
    }

    @Override
    String declaredPrefix(int index) {
        return text(declared.get(index).getPrefix());
    }

    @Override
    String declaredUri(int index) {
        return text(declared.get(index).getNamespaceURI());
    }

    @Override
    @Nullable String outer(String prefix) {
        return event != null && event.isStartElement() ? start().getNamespaceURI(prefix) : null;
    }

    @Override
    int attributes() {
        return attributes.size();
    }

    @Override
    String localAt(int attribute) {
        return attributes.get(attribute).getName().getLocalPart();
    }

    @Override
    String uriAt(int attribute) {
        return text(attributes.get(attribute).getName().getNamespaceURI());
    }

    @Override
    String prefixAt(int attribute) {
        return text(attributes.get(attribute).getName().getPrefix());
    }

    @Override
    String valueAt(int attribute) {
        return attributes.get(attribute).getValue();
    }

    @Override
    public String text() {
        requireText();
        return ((Characters) current()).getData();
    }
}
