package dev.weir.bind.event;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlReaderContract;
import dev.weir.xml.reader.XmlReaders;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Nested;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/** The readers over what other parsers deliver, here the JDK's: elements and text, as binding needs no more. */
class ItemCursorContractTest {
    abstract static class OverItems extends XmlReaderContract {
        OverItems(Feature... lacking) {
            super(with(lacking, Feature.COMMENTS, Feature.PROLOG, Feature.CDATA, Feature.LINES));
        }

        private static Feature[] with(Feature[] some, Feature... others) {
            Feature[] all = Arrays.copyOf(others, others.length + some.length);
            System.arraycopy(some, 0, all, others.length, some.length);
            return all;
        }
    }

    @Nested
    class OverAStreamReader extends OverItems {
        @Override
        protected XmlReader open(String document) {
            try {
                XMLStreamReader reader =
                        XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(document));
                reader.nextTag();
                return new StreamItems(reader);
            } catch (XMLStreamException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    class OverEvents extends OverItems {
        OverEvents() {
            super(Feature.ATTRIBUTE_ORDER);
        }

        @Override
        protected XmlReader open(String document) {
            try {
                return new EventItems(
                        XMLInputFactory.newDefaultFactory().createXMLEventReader(new StringReader(document)));
            } catch (XMLStreamException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    class OverSaxEvents extends OverItems {
        @Override
        protected XmlReader open(String document) {
            try {
                CollectedItems items = new CollectedItems();
                XMLReader parser =
                        SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
                parser.setContentHandler(items.handler());
                parser.parse(new InputSource(new StringReader(document)));
                return items;
            } catch (ParserConfigurationException | SAXException | IOException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    /** The schema declares nothing, and the errors that this gives are passed over. */
    @Nested
    class OverAValidator extends OverItems {
        @Override
        protected XmlReader open(String document) {
            XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
            reader.nextTagOrText();
            try {
                return new ValidatedItems(
                        reader,
                        SchemaFactory.newDefaultInstance()
                                .newSchema(new StreamSource(new StringReader(
                                        "<schema xmlns='" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "'/>")))
                                .newValidatorHandler(),
                        new DefaultHandler() {
                            @Override
                            public void error(SAXParseException undeclared) {
                                // every element is
                            }
                        });
            } catch (SAXException failed) {
                throw new AssertionError(failed);
            }
        }
    }
}
