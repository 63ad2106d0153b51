package dev.weir.xml.fuzz;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlFeeder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/**
 * What one parser made of one document: its items, adjacent text put together and attributes in order of their names, and
 * why it went no further.
 *
 * @param refusal null for a document that was accepted
 */
record ReadOutcome(List<String> items, @Nullable String refusal) {
    private static final String NAMESPACE_PREFIX = "xmlns";

    boolean accepted() {
        return refusal == null;
    }

    /** True where both accept and say the same, or both refuse. */
    boolean agrees(ReadOutcome other) {
        return accepted() ? equals(other) : !other.accepted();
    }

    /** Gathers the items. */
    private static final class Items {
        final List<String> items = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();

        void add(String item) {
            if (text.length() > 0) {
                items.add("text " + text);
                text.setLength(0);
            }
            items.add(item);
        }

        ReadOutcome accepted() {
            add("end");
            return new ReadOutcome(items, null);
        }

        ReadOutcome refused(@Nullable String reason) {
            return new ReadOutcome(items, String.valueOf(reason));
        }
    }

    private static String declaration(@Nullable String prefix, @Nullable String uri) {
        return NAMESPACE_PREFIX + ":" + Objects.requireNonNullElse(prefix, "") + "="
                + Objects.requireNonNullElse(uri, "");
    }

    private static String start(@Nullable String uri, String local, @Nullable String prefix, TreeSet<String> parts) {
        return "start " + name(uri, local) + " " + Objects.requireNonNullElse(prefix, "") + " " + parts;
    }

    private static String attribute(@Nullable String uri, String local, @Nullable String prefix, String value) {
        return "@" + name(uri, local) + " " + Objects.requireNonNullElse(prefix, "") + "=" + value;
    }

    private static XmlName name(@Nullable String uri, String local) {
        return XmlName.of(Objects.requireNonNullElse(uri, ""), local);
    }

    // Weir's reader

    static ReadOutcome of(XmlReader reader) {
        return of(reader, incomplete -> {
            throw new AssertionError("incomplete");
        });
    }

    /** @param more feeds the reader */
    static ReadOutcome of(XmlReader reader, Consumer<XmlFeeder> more) {
        Items items = new Items();
        try {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                switch (reader.event()) {
                    case START_ELEMENT -> items.add(start(reader));
                    case END_ELEMENT -> items.add("end " + reader.name());
                    case TEXT -> reader.appendText(items.text);
                    case COMMENT -> items.add("comment " + reader.text());
                    case PROCESSING_INSTRUCTION -> items.add("pi " + reader.target() + " " + reader.text());
                    case INCOMPLETE -> more.accept((XmlFeeder) reader);
                    case DOCTYPE, ENTITY_START, ENTITY_END, ENTITY_REFERENCE -> {}
                    default -> throw new AssertionError(reader.event());
                }
            }
        } catch (XmlException refusal) {
            return items.refused(refusal.getMessage());
        }
        return items.accepted();
    }

    private static String start(XmlReader reader) {
        TreeSet<String> parts = new TreeSet<>();
        for (int i = 0; i < reader.namespaceCount(); i++) {
            // To declare xml says nothing.
            if (!reader.namespacePrefix(i).equals("xml")) {
                parts.add(declaration(reader.namespacePrefix(i), reader.namespaceUri(i)));
            }
        }
        for (int i = 0; i < reader.attributeCount(); i++) {
            XmlName name = reader.attributeName(i);
            parts.add(attribute(name.namespace(), name.local(), reader.attributePrefix(i), reader.attributeValue(i)));
        }
        return start(reader.name().namespace(), reader.name().local(), reader.prefix(), parts);
    }

    // A StAX cursor

    static ReadOutcome of(XMLStreamReader reader) {
        Items items = new Items();
        try {
            while (reader.hasNext()) {
                item(items, reader, reader.next());
            }
        } catch (XMLStreamException refusal) {
            return items.refused(refusal.getMessage());
        }
        return items.accepted();
    }

    private static void item(Items items, XMLStreamReader reader, int event) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> items.add(start(reader));
            case XMLStreamConstants.END_ELEMENT ->
                items.add("end " + name(reader.getNamespaceURI(), reader.getLocalName()));
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                items.text.append(reader.getText());
            case XMLStreamConstants.COMMENT -> items.add("comment " + reader.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                items.add("pi " + reader.getPITarget() + " " + Objects.requireNonNullElse(reader.getPIData(), ""));
            case XMLStreamConstants.ENTITY_REFERENCE, XMLStreamConstants.DTD, XMLStreamConstants.END_DOCUMENT -> {}
            default -> throw new AssertionError(event);
        }
    }

    private static String start(XMLStreamReader reader) {
        TreeSet<String> parts = new TreeSet<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            if (!"xml".equals(reader.getNamespacePrefix(i))) {
                parts.add(declaration(reader.getNamespacePrefix(i), reader.getNamespaceURI(i)));
            }
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            parts.add(attribute(
                    reader.getAttributeNamespace(i),
                    reader.getAttributeLocalName(i),
                    reader.getAttributePrefix(i),
                    reader.getAttributeValue(i)));
        }
        return start(reader.getNamespaceURI(), reader.getLocalName(), reader.getPrefix(), parts);
    }

    // A SAX parser

    static ReadOutcome of(XMLReader parser, InputSource source) {
        Items items = new Items();
        Handler handler = new Handler(items);
        try {
            parser.setContentHandler(handler);
            parser.setErrorHandler(handler);
            parser.setEntityResolver(handler);
            parser.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
            parser.parse(source);
        } catch (SAXException | java.io.IOException refusal) {
            // An IOException is the JDK's way to refuse bytes that are not what the encoding says.
            return items.refused(refusal.getMessage());
        }
        return items.accepted();
    }

    private static final class Handler extends DefaultHandler2 {
        private final Items items;
        private final TreeSet<String> parts = new TreeSet<>();
        private boolean insideDtd;

        Handler(Items items) {
            this.items = items;
        }

        @Override
        public InputSource resolveEntity(
                @Nullable String name, @Nullable String publicId, @Nullable String base, @Nullable String systemId)
                throws SAXException {
            throw new SAXException("external entity");
        }

        @Override
        public InputSource resolveEntity(@Nullable String publicId, @Nullable String systemId) throws SAXException {
            throw new SAXException("external entity");
        }

        @Override
        public void startDTD(String name, @Nullable String publicId, @Nullable String systemId) {
            insideDtd = true;
        }

        @Override
        public void endDTD() {
            insideDtd = false;
        }

        @Override
        public void startPrefixMapping(String prefix, String uri) {
            if (!prefix.equals("xml")) {
                parts.add(ReadOutcome.declaration(prefix, uri));
            }
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes attributes) {
            for (int i = 0; i < attributes.getLength(); i++) {
                parts.add(attribute(
                        attributes.getURI(i),
                        attributes.getLocalName(i),
                        prefix(attributes.getQName(i)),
                        attributes.getValue(i)));
            }
            items.add(start(uri, local, prefix(qualified), parts));
            parts.clear();
        }

        @Override
        public void endElement(String uri, String local, String qualified) {
            items.add("end " + name(uri, local));
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            items.text.append(characters, start, length);
        }

        @Override
        public void ignorableWhitespace(char[] characters, int start, int length) {
            items.text.append(characters, start, length);
        }

        @Override
        public void comment(char[] characters, int start, int length) {
            if (!insideDtd) {
                items.add("comment " + new String(characters, start, length));
            }
        }

        @Override
        public void processingInstruction(String target, String data) {
            if (!insideDtd) {
                items.add("pi " + target + " " + data);
            }
        }

        @Override
        public void fatalError(SAXParseException wrong) throws SAXParseException {
            throw wrong;
        }

        private static String prefix(String qualified) {
            int colon = qualified.indexOf(':');
            return colon < 0 ? "" : qualified.substring(0, colon);
        }
    }
}
