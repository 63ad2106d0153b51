package dev.weir.bind.jaxb;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.sax.XmlSaxResult;
import dev.weir.xml.tree.XmlTreeWriter;
import java.util.Iterator;
import java.util.Objects;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Characters;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;

/** Sources that are no bytes, as trees: what comes by StAX and SAX. The readers stand on START_ELEMENT. */
final class TreeSource {
    private final XmlTreeWriter tree = new XmlTreeWriter();

    /** A handler whose events become the tree. */
    static ContentHandler handler(TreeSource target) {
        return new XmlSaxResult(target.tree).getHandler();
    }

    XmlReader reader() {
        XmlReader reader = Objects.requireNonNull(tree.document().firstElement(), "an element")
                .reader();
        return onRoot(reader);
    }

    /** Goes to the document's element. */
    static XmlReader onRoot(XmlReader reader) {
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        return reader;
    }

    /** The element that the reader stands on, or the document's; the reader then stands behind its end. */
    static XmlReader of(XMLStreamReader from) throws XMLStreamException {
        TreeSource source = new TreeSource();
        while (from.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (from.getEventType() != XMLStreamConstants.START_DOCUMENT
                    && from.getEventType() != XMLStreamConstants.COMMENT
                    && from.getEventType() != XMLStreamConstants.PROCESSING_INSTRUCTION
                    && from.getEventType() != XMLStreamConstants.DTD
                    && from.getEventType() != XMLStreamConstants.SPACE) {
                throw new IllegalStateException(
                        "the reader must stand on START_DOCUMENT or START_ELEMENT: event=" + from.getEventType());
            }
            from.next();
        }
        XmlWriter to = source.tree;
        int depth = 0;
        do {
            switch (from.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    start(from, to, depth++ == 0);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    to.endElement();
                    depth--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    to.text(from.getText());
                default -> {
                    // Comments and the like are nothing to bind.
                }
            }
            if (depth > 0 || from.hasNext()) {
                from.next();
            }
        } while (depth > 0);
        return source.reader();
    }

    private static void start(XMLStreamReader from, XmlWriter to, boolean first) {
        to.startElement(text(from.getPrefix()), XmlName.of(text(from.getNamespaceURI()), from.getLocalName()));
        for (int i = 0; i < from.getNamespaceCount(); i++) {
            to.namespace(text(from.getNamespacePrefix(i)), text(from.getNamespaceURI(i)));
        }
        for (int i = 0; i < from.getAttributeCount(); i++) {
            String prefix = text(from.getAttributePrefix(i));
            String value = from.getAttributeValue(i);
            int colon = value.indexOf(':');
            if (first && colon > 0) {
                inScope(to, value.substring(0, colon), from.getNamespaceURI(value.substring(0, colon)));
            }
            to.attribute(prefix, XmlName.of(text(from.getAttributeNamespace(i)), from.getAttributeLocalName(i)), value);
        }
    }

    /** A namespace that was declared around the element, where a value may need it. */
    private static void inScope(XmlWriter to, String prefix, @Nullable String uri) {
        if (uri != null && !uri.isEmpty() && prefix.chars().allMatch(Character::isLetterOrDigit)) {
            to.namespace(prefix, uri);
        }
    }

    static XmlReader of(XMLEventReader from) throws XMLStreamException {
        TreeSource source = new TreeSource();
        XmlWriter to = source.tree;
        int depth = 0;
        do {
            XMLEvent event = from.nextEvent();
            if (event.isStartElement()) {
                start(event.asStartElement(), to);
                depth++;
            } else if (event.isEndElement()) {
                to.endElement();
                depth--;
            } else if (event instanceof Characters text && depth > 0) {
                to.text(text.getData());
            } else if (event.isEndDocument()) {
                throw new XMLStreamException("there is no element", event.getLocation());
            }
            if (depth == 0 && event.isEndElement()) {
                break;
            }
        } while (true);
        return source.reader();
    }

    private static void start(StartElement from, XmlWriter to) {
        to.startElement(
                text(from.getName().getPrefix()),
                XmlName.of(
                        text(from.getName().getNamespaceURI()), from.getName().getLocalPart()));
        for (Iterator<Namespace> all = from.getNamespaces(); all.hasNext(); ) {
            Namespace one = all.next();
            to.namespace(text(one.getPrefix()), text(one.getNamespaceURI()));
        }
        for (Iterator<Attribute> all = from.getAttributes(); all.hasNext(); ) {
            Attribute one = all.next();
            to.attribute(
                    text(one.getName().getPrefix()),
                    XmlName.of(
                            text(one.getName().getNamespaceURI()), one.getName().getLocalPart()),
                    one.getValue());
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
