package dev.weir.xml.transform;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlTreeWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
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
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Copies a {@link Source} of a program to a writer: streams and nodes by Weir's own readers, readers of StAX event by event,
 * and what else there is by the JDK's Transformer, whose setup alone takes longer than a small document.
 */
public final class SourceCopy {
    /** Entities of an internal subset are expanded, what is outside of the document is refused; content is that of XML 1.0. */
    private static final ReadOptions OPTIONS =
            ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL).withXml10Content(true);

    private SourceCopy() {}

    /**
     * Copies the document, or the element on which a reader of StAX stands, without declaration and document type. External
     * entities and document types are not read. The stream of a source is closed.
     *
     * @throws XmlException where the source cannot be read, or written
     */
    public static void copy(Source source, XmlWriter to) {
        try (Opened opened = open(source)) {
            if (opened != null) {
                while (opened.reader.next() != XmlEvent.END_DOCUMENT) {
                    to.copy(opened.reader);
                }
            } else if (source instanceof StAXSource stax) {
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
        } catch (TransformerException | XMLStreamException | IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static XmlException unreadable(Exception e) {
        return new XmlException(String.valueOf(e.getMessage()), XmlLocation.NONE, e);
    }

    /**
     * Copies the document's element alone, without the comments and processing instructions beside it.
     *
     * @throws XmlException where the source cannot be read, or written, or has no element
     */
    public static void copyElement(Source source, XmlWriter to) {
        try (Opened opened = open(source)) {
            if (opened == null) {
                XmlTreeWriter tree = new XmlTreeWriter();
                copy(source, tree);
                tree.document().documentElement().write(to);
            } else {
                copyElement(opened.reader, to);
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static void copyElement(XmlReader reader, XmlWriter to) {
        boolean copied = false;
        for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
            if (event == XmlEvent.START_ELEMENT) {
                if (copied) {
                    throw new XmlException("a source must have one element, not several", reader.location());
                }
                to.copy(reader);
                copied = true;
            }
        }
        if (!copied) {
            throw new XmlException("a source must have an element", reader.location());
        }
    }

    /** @param stream that the reader reads; null for none */
    private record Opened(XmlReader reader, @Nullable Closeable stream) implements Closeable {
        @Override
        public void close() throws IOException {
            reader.close();
            if (stream != null) {
                stream.close();
            }
        }
    }

    /** Null for a source that others have to read. */
    private static @Nullable Opened open(Source source) {
        if (source instanceof StreamSource stream) {
            Reader characters = stream.getReader();
            if (characters != null) {
                return new Opened(XmlReaders.open(characters, OPTIONS), characters);
            }
            InputStream bytes = stream.getInputStream();
            return bytes == null ? null : new Opened(XmlReaders.open(bytes, OPTIONS), bytes);
        }
        return source instanceof DOMSource dom && isReadable(dom.getNode())
                ? new Opened(NodeReader.over(dom.getNode()), null)
                : null;
    }

    private static boolean isReadable(@Nullable Node node) {
        return node instanceof Document || node instanceof DocumentFragment || node instanceof Element;
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
