package dev.weir.bind.jaxb;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Copies an element into a StAX writer. */
final class StaxTarget {
    private StaxTarget() {}

    /** The reader stands on START_ELEMENT; the encoding is null where the element becomes part of a document. */
    static void write(XmlReader from, XMLStreamWriter to, @Nullable String encoding) throws XMLStreamException {
        if (encoding != null) {
            to.writeStartDocument(encoding, "1.0");
        }
        int depth = 0;
        do {
            switch (from.event()) {
                case START_ELEMENT -> {
                    start(from, to);
                    depth++;
                }
                case END_ELEMENT -> {
                    to.writeEndElement();
                    depth--;
                }
                case TEXT -> to.writeCharacters(from.text());
                case COMMENT -> to.writeComment(from.text());
                case PROCESSING_INSTRUCTION -> to.writeProcessingInstruction(from.target(), from.text());
                default -> {
                    // Nothing else is inside an element of a tree.
                }
            }
            if (depth > 0) {
                from.next();
            }
        } while (depth > 0);
        if (encoding != null) {
            to.writeEndDocument();
        }
        to.flush();
    }

    private static void start(XmlReader from, XMLStreamWriter to) throws XMLStreamException {
        XmlName name = from.name();
        for (int i = 0; i < from.namespaceCount(); i++) {
            if (from.namespacePrefix(i).isEmpty()) {
                to.setDefaultNamespace(from.namespaceUri(i));
            } else {
                to.setPrefix(from.namespacePrefix(i), from.namespaceUri(i));
            }
        }
        to.writeStartElement(from.prefix(), name.local(), name.namespace());
        for (int i = 0; i < from.namespaceCount(); i++) {
            if (from.namespacePrefix(i).isEmpty()) {
                to.writeDefaultNamespace(from.namespaceUri(i));
            } else {
                to.writeNamespace(from.namespacePrefix(i), from.namespaceUri(i));
            }
        }
        for (int i = 0; i < from.attributeCount(); i++) {
            XmlName attribute = from.attributeName(i);
            if (attribute.namespace().isEmpty()) {
                to.writeAttribute(attribute.local(), from.attributeValue(i));
            } else {
                to.writeAttribute(
                        from.attributePrefix(i), attribute.namespace(), attribute.local(), from.attributeValue(i));
            }
        }
    }
}
