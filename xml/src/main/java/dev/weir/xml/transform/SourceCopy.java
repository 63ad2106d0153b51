package dev.weir.xml.transform;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.util.Iterator;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Characters;
import javax.xml.stream.events.Comment;
import javax.xml.stream.events.EntityReference;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.ProcessingInstruction;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stax.StAXSource;
import org.jspecify.annotations.Nullable;

/**
 * Copies a {@link Source} of a program to a writer. The JDK's Transformer does it for all sources but those of StAX: it loses
 * what their readers report as CDATA sections.
 */
public final class SourceCopy {
    private SourceCopy() {}

    /**
     * Copies the document, or the element on which a reader of StAX stands, without declaration and document type. External
     * entities and document types are not read.
     *
     * @throws XmlException where the source cannot be read, or written
     */
    public static void copy(Source source, XmlWriter to) {
        try {
            if (source instanceof StAXSource stax) {
                XMLStreamReader items = stax.getXMLStreamReader();
                if (items != null) {
                    copy(items, to);
                } else {
                    copy(stax.getXMLEventReader(), to);
                }
            } else {
                TransformerFactory factory = TransformerFactory.newDefaultInstance();
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                factory.newTransformer().transform(source, new XmlSaxResult(to));
            }
        } catch (TransformerException | XMLStreamException e) {
            throw new XmlException(String.valueOf(e.getMessage()), XmlLocation.NONE, e);
        }
    }

    private static void copy(XMLStreamReader from, XmlWriter to) throws XMLStreamException {
        boolean document = from.getEventType() == XMLStreamConstants.START_DOCUMENT;
        int depth = 0;
        int event = from.getEventType();
        while (true) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    start(from, to);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    to.endElement();
                }
                case XMLStreamConstants.CDATA -> to.cdata(from.getText());
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> {
                    if (depth > 0) {
                        to.text(from.getText());
                    }
                }
                case XMLStreamConstants.COMMENT -> to.comment(from.getText());
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    to.processingInstruction(from.getPITarget(), orEmpty(from.getPIData()));
                case XMLStreamConstants.ENTITY_REFERENCE -> throw notExpanded(from.getLocalName());
                default -> {
                    // Declaration and document type.
                }
            }
            if (depth == 0 && !document || !from.hasNext()) {
                return;
            }
            event = from.next();
        }
    }

    private static void start(XMLStreamReader from, XmlWriter to) {
        to.startElement(orEmpty(from.getPrefix()), XmlName.of(orEmpty(from.getNamespaceURI()), from.getLocalName()));
        for (int i = 0; i < from.getNamespaceCount(); i++) {
            to.namespace(orEmpty(from.getNamespacePrefix(i)), orEmpty(from.getNamespaceURI(i)));
        }
        for (int i = 0; i < from.getAttributeCount(); i++) {
            to.attribute(
                    orEmpty(from.getAttributePrefix(i)),
                    XmlName.of(orEmpty(from.getAttributeNamespace(i)), from.getAttributeLocalName(i)),
                    from.getAttributeValue(i));
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static XmlException notExpanded(String entity) {
        return new XmlException(
                "the entity " + entity + " was not expanded, so its content would be lost", XmlLocation.NONE);
    }

    private static void copy(XMLEventReader from, XmlWriter to) throws XMLStreamException {
        boolean document = from.peek().isStartDocument();
        int depth = 0;
        boolean more = true;
        while (more && from.hasNext()) {
            XMLEvent event = from.nextEvent();
            if (event.isStartElement()) {
                depth++;
                start(event.asStartElement(), to);
            } else if (event.isEndElement()) {
                depth--;
                to.endElement();
                more = document || depth > 0;
            } else if (event.isCharacters() && depth > 0) {
                text(event.asCharacters(), to);
            } else if (event instanceof Comment comment) {
                to.comment(comment.getText());
            } else if (event instanceof ProcessingInstruction instruction) {
                to.processingInstruction(instruction.getTarget(), orEmpty(instruction.getData()));
            } else if (event instanceof EntityReference reference) {
                throw notExpanded(reference.getName());
            }
        }
    }

    private static void start(StartElement start, XmlWriter to) {
        to.startElement(start.getName().getPrefix(), name(start.getName()));
        for (Iterator<Namespace> i = start.getNamespaces(); i.hasNext(); ) {
            Namespace declared = i.next();
            to.namespace(orEmpty(declared.getPrefix()), orEmpty(declared.getNamespaceURI()));
        }
        for (Iterator<Attribute> i = start.getAttributes(); i.hasNext(); ) {
            Attribute attribute = i.next();
            to.attribute(attribute.getName().getPrefix(), name(attribute.getName()), attribute.getValue());
        }
    }

    private static void text(Characters text, XmlWriter to) {
        if (text.isCData()) {
            to.cdata(text.getData());
        } else {
            to.text(text.getData());
        }
    }

    private static XmlName name(QName name) {
        return XmlName.of(name.getNamespaceURI(), name.getLocalPart());
    }
}
