package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the element on which a StAX reader is positioned. The StAX reader advances with it, to the end of that element.
 */
public final class StreamItems extends ItemCursor {
    private final XMLStreamReader from;
    private boolean begun;

    public StreamItems(XMLStreamReader from) {
        this.from = from;
    }

    /** Converts a StAX failure to the exception that cursors throw, with the StAX exception as its cause. */
    static XmlException failed(XMLStreamException failure) {
        return new XmlException(String.valueOf(failure.getMessage()), XmlLocation.NONE, failure);
    }

    @Override
    XmlEvent advance() {
        if (!begun) {
            begun = true;
            return XmlEvent.START_ELEMENT;
        }
        try {
            while (true) {
                switch (from.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        return XmlEvent.START_ELEMENT;
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        return XmlEvent.END_ELEMENT;
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                        if (from.getTextLength() > 0) {
                            return XmlEvent.TEXT;
                        }
                    }
                    case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw new XmlException(
                                "the entity " + from.getLocalName() + " was not expanded, so its content would be lost",
                                location());
                    case XMLStreamConstants.END_DOCUMENT ->
                        throw new XmlException("the document ends inside an element", location());
                    default -> {
                        // Comments and the like are not bound.
                    }
                }
            }
        } catch (XMLStreamException wrong) {
            throw failed(wrong);
        }
    }

    @Override
    public XmlLocation location() {
        return place(from.getLocation());
    }

    /** Converts a location of StAX, which counts characters, not bytes. */
    static XmlLocation place(@Nullable Location place) {
        return place == null
                ? XmlLocation.NONE
                : new XmlLocation(Math.max(0, place.getLineNumber()), Math.max(0, place.getColumnNumber()), -1);
    }

    @Override
    String elementUri() {
        return text(from.getNamespaceURI());
    }

    @Override
    String elementLocal() {
        return from.getLocalName();
    }

    @Override
    String elementPrefix() {
        return text(from.getPrefix());
    }

    @Override
    int declarations() {
        return from.getNamespaceCount();
    }

    @Override
    String declaredPrefix(int index) {
        return text(from.getNamespacePrefix(index));
    }

    @Override
    String declaredUri(int index) {
        return text(from.getNamespaceURI(index));
    }

    @Override
    @Nullable String outer(String prefix) {
        return from.getNamespaceContext().getNamespaceURI(prefix);
    }

    @Override
    int attributes() {
        return from.getAttributeCount();
    }

    @Override
    String localAt(int attribute) {
        return from.getAttributeLocalName(attribute);
    }

    @Override
    String uriAt(int attribute) {
        return text(from.getAttributeNamespace(attribute));
    }

    @Override
    String prefixAt(int attribute) {
        return text(from.getAttributePrefix(attribute));
    }

    @Override
    String valueAt(int attribute) {
        return from.getAttributeValue(attribute);
    }

    @Override
    public String text() {
        requireText();
        return from.getText();
    }
}
