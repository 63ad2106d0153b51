package dev.weir.xml.reader;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
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

/** What a document says, item by item, adjacent text put together: from Weir's reader and from the JDK's parser. */
public final class Recording {
    private static final ThreadLocal<XMLReader> JDK = ThreadLocal.withInitial(() -> {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newSAXParser().getXMLReader();
        } catch (ParserConfigurationException | SAXException impossible) {
            throw new AssertionError(impossible);
        }
    });

    private static final String REFUSED = "refused";

    private final List<String> items = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private Recording() {}

    private void add(String item) {
        if (text.length() > 0) {
            items.add("text " + text);
            text.setLength(0);
        }
        items.add(item);
    }

    public static List<String> of(XmlReader reader) {
        Recording recording = new Recording();
        recording.read(reader, () -> {
            throw new AssertionError(reader.event());
        });
        return recording.items;
    }

    /** As {@link #of}, but a refusal is the last item; where the reader is incomplete, it is given more. */
    static List<String> untilRefused(XmlReader reader, Runnable more) {
        Recording recording = new Recording();
        try {
            recording.read(reader, more);
        } catch (XmlException refusal) {
            recording.items.add(REFUSED);
            return recording.items;
        }
        recording.add("end");
        return recording.items;
    }

    static boolean isRefused(List<String> items) {
        return items.get(items.size() - 1).equals(REFUSED);
    }

    private void read(XmlReader reader, Runnable more) {
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            switch (reader.event()) {
                case START_ELEMENT -> {
                    TreeSet<String> parts = new TreeSet<>();
                    for (int i = 0; i < reader.namespaceCount(); i++) {
                        // Declaring xml says nothing; the JDK does not report it.
                        if (!reader.namespacePrefix(i).equals("xml")) {
                            parts.add("xmlns:" + reader.namespacePrefix(i) + "=" + reader.namespaceUri(i));
                        }
                    }
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        parts.add("@" + reader.attributeName(i) + " " + reader.attributePrefix(i) + "="
                                + reader.attributeValue(i));
                    }
                    add("start " + reader.name() + " " + reader.prefix() + " " + parts);
                }
                case END_ELEMENT -> add("end " + reader.name());
                case TEXT -> reader.appendText(text);
                case COMMENT -> add("comment " + reader.text());
                case PROCESSING_INSTRUCTION -> add("pi " + reader.target() + " " + reader.text());
                case INCOMPLETE -> more.run();
                default -> throw new AssertionError(reader.event());
            }
        }
    }

    /** As {@link #untilRefused}, by way of a StAX cursor. */
    static List<String> untilRefused(XMLStreamReader reader) {
        Recording recording = new Recording();
        try {
            while (reader.hasNext()) {
                recording.item(reader, reader.next());
            }
        } catch (XMLStreamException refusal) {
            recording.items.add(REFUSED);
            return recording.items;
        }
        recording.add("end");
        return recording.items;
    }

    private void item(XMLStreamReader reader, int event) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                TreeSet<String> parts = new TreeSet<>();
                for (int i = 0; i < reader.getNamespaceCount(); i++) {
                    String prefix = Objects.requireNonNullElse(reader.getNamespacePrefix(i), "");
                    if (!prefix.equals("xml")) {
                        String uri = reader.getNamespaceURI(i);
                        parts.add("xmlns:" + prefix + "=" + Objects.requireNonNullElse(uri, ""));
                    }
                }
                for (int i = 0; i < reader.getAttributeCount(); i++) {
                    parts.add("@"
                            + XmlName.of(
                                    Objects.requireNonNullElse(reader.getAttributeNamespace(i), ""),
                                    reader.getAttributeLocalName(i))
                            + " " + Objects.requireNonNullElse(reader.getAttributePrefix(i), "") + "="
                            + reader.getAttributeValue(i));
                }
                add("start " + name(reader) + " " + Objects.requireNonNullElse(reader.getPrefix(), "") + " " + parts);
            }
            case XMLStreamConstants.END_ELEMENT -> add("end " + name(reader));
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
            case XMLStreamConstants.COMMENT -> add("comment " + reader.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                add("pi " + reader.getPITarget() + " " + Objects.requireNonNullElse(reader.getPIData(), ""));
            case XMLStreamConstants.DTD, XMLStreamConstants.END_DOCUMENT -> {}
            default -> throw new AssertionError(event);
        }
    }

    private static XmlName name(XMLStreamReader reader) {
        return XmlName.of(Objects.requireNonNullElse(reader.getNamespaceURI(), ""), reader.getLocalName());
    }

    /** SAXException where the JDK refuses the document. */
    public static List<String> byTheJdk(byte[] document) throws SAXException {
        Recording recording = new Recording();
        try {
            recording.parse(JDK.get(), new InputSource(new ByteArrayInputStream(document)));
        } catch (IOException malformed) {
            // The JDK's way to refuse bytes that are not UTF-8.
            throw new SAXException(malformed);
        }
        return recording.items;
    }

    private void parse(XMLReader parser, InputSource source) throws SAXException, IOException {
        Recording recording = this;
        DefaultHandler2 handler = new DefaultHandler2() {
            private final TreeSet<String> parts = new TreeSet<>();
            private boolean insideDtd;

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
                    parts.add("xmlns:" + prefix + "=" + uri);
                }
            }

            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                for (int i = 0; i < attributes.getLength(); i++) {
                    parts.add("@" + clark(attributes.getURI(i), attributes.getLocalName(i)) + " "
                            + prefix(attributes.getQName(i)) + "=" + attributes.getValue(i));
                }
                recording.add("start " + clark(uri, local) + " " + prefix(qualified) + " " + parts);
                parts.clear();
            }

            @Override
            public void endElement(String uri, String local, String qualified) {
                recording.add("end " + clark(uri, local));
            }

            @Override
            public void characters(char[] characters, int start, int length) {
                recording.text.append(characters, start, length);
            }

            @Override
            public void comment(char[] characters, int start, int length) {
                if (!insideDtd) {
                    recording.add("comment " + new String(characters, start, length));
                }
            }

            @Override
            public void processingInstruction(String target, String data) {
                if (!insideDtd) {
                    recording.add("pi " + target + " " + data);
                }
            }

            @Override
            public void fatalError(SAXParseException wrong) throws SAXParseException {
                throw wrong;
            }

            @Override
            public void error(SAXParseException wrong) throws SAXParseException {
                throw wrong;
            }
        };
        parser.setContentHandler(handler);
        parser.setErrorHandler(handler);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        parser.parse(source);
    }

    private static String clark(String uri, String local) {
        return uri.isEmpty() ? local : "{" + uri + "}" + local;
    }

    private static String prefix(String qualified) {
        int colon = qualified.indexOf(':');
        return colon < 0 ? "" : qualified.substring(0, colon);
    }
}
